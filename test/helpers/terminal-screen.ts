import xterm from '@xterm/headless';
import {styledRows, type StyledRun} from './terminal-cells.ts';

/** What escape sequences change about a terminal and must change back: compare a terminal's `modes` with this after the program has quit. */
export const modesAtRest = {
	alternateScreen: false,
	cursorVisible: true,
	bracketedPaste: false,
	mouseTracking: 'none',
	focusEvents: false,
	applicationCursorKeys: false,
	synchronizedOutput: false,
	wraparound: true,
};

/** A terminal's screen, without a window. */
export class Screen {
	readonly #xterm: xterm.Terminal;
	#cursorVisible = true;

	/** What the terminal itself replies to the program's questions goes to `answer`. */
	constructor(columns: number, rows: number, answer: (text: string) => void) {
		this.#xterm = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
		this.#xterm.onData(answer);
		this.#watchCursor('h', true);
		this.#watchCursor('l', false);
	}

	/** The text on show: a line a row, without the blanks at the end of each line and the empty lines at the end. */
	get text(): string {
		const {
			buffer: {active},
			cols,
			rows,
		} = this.#xterm;
		// Beyond the columns there may be cells of before the terminal was made narrower.
		const lines = Array.from(
			{length: rows},
			(_, row) => active.getLine(active.baseY + row)?.translateToString(true, 0, cols) ?? '',
		);
		return lines
			.map(line => line.trimEnd())
			.join('\n')
			.trimEnd();
	}

	/** The rows on show as runs of styled text. */
	get cells(): StyledRun[][] {
		return styledRows(this.#xterm.buffer.active, this.#xterm.rows);
	}

	/** The row of the cursor with a `|` where it is, without the blanks at its end; undefined while it is hidden. */
	get cursorRow(): string | undefined {
		const {active} = this.#xterm.buffer;
		const line = active.getLine(active.baseY + active.cursorY);
		return this.#cursorVisible
			? `${line?.translateToString(false, 0, active.cursorX)}|${line?.translateToString(false, active.cursorX)}`.trimEnd()
			: undefined;
	}

	get modes(): typeof modesAtRest {
		const {modes, buffer} = this.#xterm;
		return {
			alternateScreen: buffer.active.type === 'alternate',
			cursorVisible: this.#cursorVisible,
			bracketedPaste: modes.bracketedPasteMode,
			mouseTracking: modes.mouseTrackingMode,
			focusEvents: modes.sendFocusMode,
			applicationCursorKeys: modes.applicationCursorKeysMode,
			synchronizedOutput: modes.synchronizedOutputMode,
			wraparound: modes.wraparoundMode,
		};
	}

	/** Shows what the program wrote; resolves once it is on the screen. */
	async write(output: string): Promise<void> {
		const {promise, resolve} = Promise.withResolvers<void>();
		this.#xterm.write(output, resolve);
		return promise;
	}

	/** Calls `listener` whenever the screen may have changed; the returned function stops that. */
	onChange(listener: () => void): () => void {
		const {dispose} = this.#xterm.onWriteParsed(listener);
		return dispose;
	}

	resize(columns: number, rows: number): void {
		this.#xterm.resize(columns, rows);
	}

	dispose(): void {
		this.#xterm.dispose();
	}

	/** DECTCEM, which xterm's own `modes` leave out. */
	#watchCursor(final: 'h' | 'l', isVisible: boolean): void {
		this.#xterm.parser.registerCsiHandler({prefix: '?', final}, parameters => {
			if (parameters.includes(25)) {
				this.#cursorVisible = isVisible;
			}

			return false;
		});
	}
}
