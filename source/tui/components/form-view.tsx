import {Box, Text} from 'ink';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import type {FieldId} from '../../notifications/draft.ts';
import type {FormCell, FormLine} from '../state/form-lines.ts';
import {theme} from '../theme.ts';
import {TextField} from './text-field.tsx';

export type FormViewProps = {
	readonly lines: readonly FormLine[];
	readonly focus: FieldId;
	/** Where the cursor is in the focused field; none while a picker has the keys. */
	readonly cursor: number | undefined;
	/** Terminal columns. */
	readonly width: number;
};

/** Columns of the margin: the mark of the focused line, the label, the mark of a required field. */
const margin = 14;

/** The lines of the form that are on the screen. */
export function FormView({lines, focus, cursor, width}: FormViewProps) {
	return (
		<Box flexDirection='column' flexShrink={0}>
			{lines.map((line, index) => <Line key={index} line={line} focus={focus} cursor={cursor} width={width}/>)}
		</Box>
	);
}

type LineProps = Omit<FormViewProps, 'lines'> & {readonly line: FormLine};

function Line({line, focus, cursor, width}: LineProps) {
	const room = Math.max(3, width - margin - 1);

	if (line.kind === 'issue') {
		return <Text {...theme.bad} wrap='truncate-end'>{' '.repeat(margin)}✗ {truncate(sanitise(line.text), room - 2)}</Text>;
	}

	if (line.kind === 'hint') {
		return <Text {...theme.faint} wrap='truncate-end'>{`  ${line.label}`.padEnd(margin)}{truncate(line.text, room)}</Text>;
	}

	const isFocused = line.cells.some(({field}) => field === focus);
	return (
		<Box height={1}>
			<Box width={margin} flexShrink={0}>
				<Text {...(isFocused ? theme.focus : theme.label)}>{isFocused ? '> ' : '  '}{line.label}{line.isRequired ? ' *' : ''}</Text>
			</Box>
			<Cells cells={line.cells} focus={focus} cursor={cursor} width={room}/>
		</Box>
	);
}

type CellsProps = Omit<FormViewProps, 'lines'> & {readonly cells: readonly FormCell[]};

function Cells({cells, focus, cursor, width}: CellsProps) {
	const shares = cells.reduce((sum, {share}) => sum + share, 0);
	const gaps = cells.length - 1;

	return (
		<Box columnGap={1}>
			{cells.map(({field, text, placeholder, share}) => {
				const columns = Math.max(3, Math.floor((width - gaps) * share / shares));
				return (
					<Box key={field} width={columns} flexShrink={0}>
						<TextField text={text} placeholder={placeholder} width={columns} cursor={field === focus ? cursor : undefined}/>
					</Box>
				);
			})}
		</Box>
	);
}
