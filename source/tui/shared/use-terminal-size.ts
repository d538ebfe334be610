import {useWindowSize} from 'ink';

export type TerminalSize = {
	readonly columns: number;
	readonly rows: number;
};

/** The space to lay out in: one row less than the terminal has, because Ink repaints a frame as tall as the terminal from scratch each time. */
export function useTerminalSize(): TerminalSize {
	const {columns, rows} = useWindowSize();
	return {columns, rows: Math.max(1, rows - 1)};
}
