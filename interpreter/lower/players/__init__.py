"""Players: who a role stands for, teams, who is still in the game, and how many pieces they have."""
