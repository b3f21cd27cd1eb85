package ludparse;

import game.Game;
import game.equipment.container.Container;
import game.types.board.SiteType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import main.collections.FastArrayList;
import other.action.Action;
import other.context.Context;
import other.context.TempContext;
import other.move.Move;
import other.state.State;
import other.state.container.ContainerState;
import other.trial.Trial;

/**
 * Digests of a game that Ludii plays, as interpreter/digests.py defines them. They are computed where the game is, because
 * bringing every text and every site to Python would take longer than playing. Not for matches.
 */
public final class Digests
{
	private final Game game;
	private final Context context;
	private final int players;
	private final boolean stacking;
	private final boolean scored;
	private final boolean betted;
	private final List<Place> places = new ArrayList<>();
	private final CRC32 crc = new CRC32();
	private byte[] numbers = new byte[4096];
	private int size;
	private FastArrayList<Move> moves;
	private int[] listed;
	private Throwable failed;

	/** The sites of one type of one container. */
	private static final class Place
	{
		final int container, letter, begin, end;
		final SiteType type;

		Place(final int container, final char letter, final SiteType type, final int begin, final int end)
		{
			this.container = container;
			this.letter = letter;
			this.type = type;
			this.begin = begin;
			this.end = end;
		}
	}

	/** context: of a game that has been started. */
	public Digests(final Game game, final Context context)
	{
		this.game = game;
		this.context = context;
		players = game.players().count();
		stacking = game.isStacking() && !game.isDeductionPuzzle();
		scored = game.requiresScore();
		betted = game.requiresBet();
		addPlace('V', SiteType.Vertex, context.topology().vertices().size());
		addPlace('E', SiteType.Edge, context.topology().edges().size());
		addPlace('C', SiteType.Cell, context.topology().cells().size());
		final Container[] containers = context.containers();
		for (int i = 1; i < containers.length; i++)
		{
			final int begin = context.sitesFrom()[i];
			places.add(new Place(i, 'C', SiteType.Cell, begin, begin + containers[i].numSites()));
		}
	}

	private void addPlace(final char letter, final SiteType type, final int sites)
	{
		if (sites > 0)
			places.add(new Place(0, letter, type, 0, sites));
	}

	/** Lists the legal moves with their consequences: the mover, how many moves there are, and their digest. */
	private int[] list()
	{
		moves = game.moves(context).moves();
		final int mover = context.state().mover();
		final int count = moves.size();
		final StringBuilder text = new StringBuilder();
		for (int i = 0; i < count; i++)
		{
			final Move move = moves.get(i);
			text.append(move.mover()).append('|');
			text.append(move.fromNonDecision()).append('|');
			text.append(move.toNonDecision()).append('|');
			for (final Action action : move.getMoveWithConsequences(context).actions())
				text.append(action.toTrialFormat(null));
			text.append('\n');
		}
		return new int[] {mover, count, digest(text.toString())};
	}

	/** Plays one of the moves that were listed (-1: a forced pass): its digest, that of the position, 1 if it is over. */
	private int[] play(final int pick)
	{
		final Move move = pick < 0 ? Game.createPassMove(context.state().mover(), true) : moves.get(pick);
		if (game.isStochasticGame()) // copies of the position draw what the game would draw, as Bridge.seed_copies says
			new TempContext(context).rng().restoreState(context.rng().saveState());
		final int applied = digest(game.apply(context, move).toTrialFormat(null));
		return new int[] {applied, position(), context.trial().over() ? 1 : 0};
	}

	/**
	 * Plays on at random: at most so many moves, and no further one after so many nanoseconds. A number below n is drawn
	 * as by random.randrange in Python, where getrandbits(32) gives the words. The first of the result says how many words
	 * were used. Each move adds what list() gives, its number, and what play() gives. It ends early where there are no
	 * words left, and where Ludii fails.
	 */
	public int[] random(final int[] words, final int plies, final long nanoseconds)
	{
		final long until = System.nanoTime() + nanoseconds;
		int[] result = new int[1 + 7 * plies];
		int end = 1;
		int used = 0;
		failed = null;
		try
		{
			while (end < result.length && !context.trial().over() && (end == 1 || System.nanoTime() < until))
			{
				if (listed == null)
					listed = list();
				final int count = listed[1];
				final int unused = Integer.numberOfLeadingZeros(count);
				int pick = -1;
				while (count > 0 && (pick < 0 || pick >= count) && used < words.length)
					pick = words[used++] >>> unused;
				if (count > 0 && (pick < 0 || pick >= count))
					break;
				final int[] played = play(pick);
				System.arraycopy(listed, 0, result, end, 3);
				result[end + 3] = pick;
				System.arraycopy(played, 0, result, end + 4, 3);
				end += 7;
				listed = null;
			}
		}
		catch (final Throwable problem)
		{
			failed = problem;
		}
		result = Arrays.copyOf(result, end);
		result[0] = used;
		return result;
	}

	/** What the last call of random() failed with; null if it did not. */
	public Throwable failed()
	{
		return failed;
	}

	private int digest(final String text)
	{
		final byte[] data = text.getBytes(StandardCharsets.UTF_8);
		crc.reset();
		crc.update(data, 0, data.length);
		return (int) crc.getValue();
	}

	/** The digest of the position. */
	public int position()
	{
		final State state = context.state();
		final Trial trial = context.trial();
		size = 0;
		add(state.mover());
		add(state.next());
		add(state.prev());
		add(state.numTurn());
		add(state.counter());
		add(context.active() ? 1 : 0);
		add(state.temp());
		for (int p = 1; p <= players; p++)
			add(state.currentPhase(p));
		final double[] ranking = trial.ranking();
		for (int p = 1; p < ranking.length; p++)
			add((int) Math.round(ranking[p] * 1000));
		add(scored ? 1 : 0);
		for (int p = 1; scored && p <= players; p++)
			add(context.score(p));
		add(betted ? 1 : 0);
		for (int p = 1; betted && p <= players; p++)
			add(state.amount(p));
		for (final Place place : places)
			addSites(state.containerStates()[place.container], place);
		crc.reset();
		crc.update(numbers, 0, size);
		return (int) crc.getValue();
	}

	private void addSites(final ContainerState sites, final Place place)
	{
		final SiteType type = place.type;
		for (int site = place.begin; site < place.end; site++)
		{
			final int count = sites.count(site, type);
			if (stacking)
			{
				final int height = sites.sizeStack(site, type);
				if (height == 0 && count == 0)
					continue;
				addHead(place.letter, site, count, height);
				for (int level = 0; level < height; level++)
				{
					add(sites.what(site, level, type));
					add(sites.who(site, level, type));
					add(sites.state(site, level, type));
					add(sites.rotation(site, level, type));
					add(sites.value(site, level, type));
				}
				continue;
			}
			final int what = sites.what(site, type);
			final int who = sites.who(site, type);
			final int turned = sites.state(site, type);
			final int rotation = sites.rotation(site, type);
			final int value = sites.value(site, type);
			if ((count | what | who | turned | rotation | value) == 0)
				continue;
			addHead(place.letter, site, count, 1);
			add(what);
			add(who);
			add(turned);
			add(rotation);
			add(value);
		}
	}

	private void addHead(final int letter, final int site, final int count, final int height)
	{
		add(letter);
		add(site);
		add(count);
		add(height);
	}

	private void add(final int number)
	{
		if (size + 4 > numbers.length)
			numbers = Arrays.copyOf(numbers, 2 * numbers.length);
		numbers[size++] = (byte) number;
		numbers[size++] = (byte) (number >> 8);
		numbers[size++] = (byte) (number >> 16);
		numbers[size++] = (byte) (number >> 24);
	}
}
