/** A mouse event, in terminal cells from 0. */
export type MouseEvent =
	| {readonly kind: 'press'; readonly column: number; readonly row: number}
	/** A turn of the wheel. `by`: -1 up, 1 down. */
	| {readonly kind: 'wheel'; readonly by: -1 | 1};

/** The sequence that makes the terminal report presses and the wheel (DECSET 1000), as decimal numbers (1006): xterm control sequences, "Mouse Tracking". */
const mouseOn = '\u{1B}[?1000h\u{1B}[?1006h';
const mouseOff = '\u{1B}[?1006l\u{1B}[?1000l';

/** Matches the report of a press, not a release: button, column and row, from 1. */
const report = /^\u{1B}\[<(\d+);(\d+);(\d+)M$/v;

/** The same of a terminal without SGR: each number is that of a character, less 32. A release has a button of its own. */
const oldReport = /^\u{1B}\[M(?<numbers>[\s\S]{3})$/v;

/** The button numbers in a report without shift, alt and ctrl. */
const buttons = {left: 0, wheelUp: 64, wheelDown: 65} as const;

/** Reads a mouse report; undefined for any other sequence, and for mouse events without a meaning here. */
export function readMouse(sequence: string): MouseEvent | undefined {
	const old = oldReport.exec(sequence)?.groups!.numbers;
	const [button, column, row] =
		old === undefined
			? (report.exec(sequence)?.slice(1).map(Number) ?? [])
			: Array.from(old, character => character.codePointAt(0)! - 32);
	if (button === buttons.left) {
		return column! > 0 && row! > 0 ? {kind: 'press', column: column! - 1, row: row! - 1} : undefined;
	}

	const by = button === buttons.wheelUp ? -1 : button === buttons.wheelDown ? 1 : undefined;
	return by === undefined ? undefined : {kind: 'wheel', by};
}

/** A switch for mouse reports, which are only on while the screens are shown. */
export type MouseSwitch = {
	/** Sets whether mouse reports are wanted. */
	readonly set: (isWanted: boolean) => void;
	/** Call it when the screens are shown. */
	readonly enter: () => void;
	/** Call it before the screens are left: at the end, after a bug, for the editor or with ctrl+z. */
	readonly leave: () => void;
};

/** Creates the switch, off. `write`: writes to the terminal immediately. */
export function createMouseSwitch(write: (text: string) => void): MouseSwitch {
	let isWanted = false;
	let isShown = false;
	let isOn = false;
	const apply = () => {
		if (isOn === (isWanted && isShown)) {
			return;
		}

		isOn = !isOn;
		write(isOn ? mouseOn : mouseOff);
	};

	return {
		set(next) {
			isWanted = next;
			apply();
		},
		enter() {
			isShown = true;
			apply();
		},
		leave() {
			isShown = false;
			apply();
		},
	};
}
