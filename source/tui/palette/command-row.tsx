import {Text} from 'ink';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {fittingKeys} from '../keys/fitting-keys.ts';
import {theme} from '../theme.ts';
import type {PaletteCommand} from './commands.ts';

/** The widths of the columns of the palette. The last one is 0 if there is no room for reasons. */
export type CommandColumns = {readonly label: number; readonly key: number; readonly reason: number};

/** The width of the cursor's sign and of a gap between two columns. */
const gap = 2;

/** The share of the width that the names take at most, where there is room for reasons. */
const labelShare = 0.45;

/** The least width of a reason that can be understood. */
const leastReason = 20;

/** Lays out the columns of the palette for its commands. */
export function commandColumns(commands: readonly PaletteCommand[], width: number): CommandColumns {
	const widest = (texts: readonly string[]) => Math.max(1, ...texts.map(text => widthOf(text)));
	const key = widest(commands.map(command => keyText(command)));
	const label = Math.min(widest(commands.map(command => command.label)), Math.floor(width * labelShare));
	const reason = width - label - key - 3 * gap;
	return reason < leastReason ? {label: Math.max(1, width - key - 2 * gap), key, reason: 0} : {label, key, reason};
}

/** The width of the keys at most. */
const keysWidth = 12;

const keyText = ({keys}: PaletteCommand): string => fittingKeys(keys, keysWidth);

/** Whether the row of a command shows its whole reason. */
export const showsReason = ({reason = ''}: PaletteCommand, columns: CommandColumns): boolean =>
	widthOf(reason) <= columns.reason;

/** A command as a screen reader reads it, its parts two spaces apart. */
export const readerCommand = ({label, keys, reason = ''}: PaletteCommand): string =>
	[label, keys.join(' '), reason].filter(text => text !== '').join('  ');

export type CommandRowProps = {
	readonly command: PaletteCommand;
	readonly isSelected: boolean;
	readonly columns: CommandColumns;
	/** The width of the row in terminal columns. */
	readonly width: number;
};

/** A command: its name, its key and, if it is not available, the reason. */
export function CommandRow({command, isSelected, columns, width}: CommandRowProps) {
	const {label, reason = ''} = command;
	const name = `${cursorSign(isSelected)} ${fit(label, columns.label)}`;
	const key = `${' '.repeat(gap)}${fit(keyText(command), columns.key)}`;
	const why = columns.reason === 0 ? '' : `${' '.repeat(gap)}${truncate(reason, columns.reason)}`;
	const style = reason === '' ? {} : theme.faint;
	return isSelected ? (
		<Text {...theme.selected} wrap="truncate-end">
			{fit(`${name}${key}${why}`, width)}
		</Text>
	) : (
		<Text wrap="truncate-end">
			<Text {...style}>{name}</Text>
			<Text {...(reason === '' ? theme.key : theme.faint)}>{key}</Text>
			<Text {...theme.faint}>{why}</Text>
		</Text>
	);
}
