// The text of the editor, kept in the browser until it is saved: a tab that is closed or loaded anew loses nothing.

interface Kept {
  text: string;
  /** The saved text that it was made from. */
  from: string;
  when: number;
}

const NAME = "ludparse draft ";

export class Draft {
  /** The text to begin with: the draft, where there is one. */
  readonly text: string;
  /** Whether that is another text than the one that was opened. */
  readonly differs: boolean;
  /** Whether the saved text is another one than the one that it was made from. */
  readonly stale: boolean;
  /** When it was written last. */
  readonly when: string;

  /** place: of the file, empty for a new description. */
  constructor(private readonly place: string, private saved_: string) {
    const kept = this.read();
    this.text = kept?.text ?? saved_;
    this.differs = this.text !== saved_;
    this.stale = this.differs && kept?.from !== saved_;
    this.when = new Date(kept?.when ?? 0).toLocaleString();
  }

  private read(): Kept | null {
    try {
      return JSON.parse(localStorage.getItem(NAME + this.place) ?? "null") as Kept | null;
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  /** Keep a text, unless it is the saved one. */
  keep(text: string): void {
    try {
      if (text === this.saved_) localStorage.removeItem(NAME + this.place);
      else localStorage.setItem(NAME + this.place, JSON.stringify({ text, from: this.saved_, when: Date.now() } satisfies Kept));
    } catch {
      // full, or not allowed: the text is in the editor alone
    }
  }

  /** The text that is saved now. */
  saved(text: string): void {
    this.saved_ = text;
  }
}
