import {hideSecrets} from '../../terminal/secrets.ts';
import {sanitiseLines} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import type {TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';

/** The command that does the same as a question, as lines of at most `columns` below the details; none without a command. Safe to show. */
export function commandLines(command: string | undefined, columns: number): TextLine[] {
	return command === undefined
		? []
		: wrap(sanitiseLines(hideSecrets(command)), columns - labelWidth).map((text, index) => ({
				label: index === 0 ? 'Command' : '',
				text,
			}));
}
