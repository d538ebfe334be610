import type {Profile} from '../../config/profile.ts';
import type {TeamState} from '../../account/team/team.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {firstFitting, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
import type {fittingHints} from '../keys/match.ts';
import type {Span} from './line.tsx';
import {styled, type Role} from './theme.ts';

/** The width of a name at most in a narrow terminal, and the room for the rest of the header in any other. */
const shortName = 24;
const otherRoom = 64;

/** The warning in the header if NODE_TLS_REJECT_UNAUTHORIZED=0 is set. */
export const certificateWarning = 'TLS unverified';

/** The account in the header of a terminal of `columns`: its warnings and its name. A name that is cut keeps its end, in which accounts of one company differ. `hasCertificateWarning`: whether NODE_TLS_REJECT_UNAUTHORIZED=0 is set. */
export function accountLabel(
	{name, isSandbox, isReadOnly}: Pick<Profile, 'name' | 'isSandbox' | 'isReadOnly'>,
	hasCertificateWarning: boolean,
	columns: number,
): Span[] {
	const warnings = [
		hasCertificateWarning && !isSandbox ? `! ${certificateWarning} ` : '',
		isReadOnly ? 'read-only ' : '',
	].join('');
	return [
		...(warnings === '' ? [] : [{role: 'warning', text: warnings} as const]),
		isSandbox
			? {role: 'sandbox', text: 'SANDBOX'}
			: {role: 'profile', text: truncateMiddle(sanitise(name), Math.max(shortName, columns - otherRoom))},
	];
}

/** The terminal width in columns from which the number of pending changes is labelled. */
const wordWidth = 60;

/** The number of pending changes in the header, after the account; none without any. */
export const pendingLabel = (count: number, columns: number): Span[] =>
	count === 0 ? [] : [{role: 'warning', text: `! ${count}${columns < wordWidth ? '' : ' pending'}`}];

/** The team's board in the header: whether it is reached, and how many changes it does not have yet; none before that is known, and without a team. */
export function teamLabel(team: TeamState | undefined, columns: number): Span[] {
	switch (team?.state) {
		case undefined:
		case 'opening': {
			return [];
		}

		case 'reached': {
			return [{role: 'label', text: 'team'}];
		}

		case 'unreachable': {
			const waiting = team.waiting === 0 || columns < wordWidth ? '' : `, ${numberText(team.waiting)} to send`;
			return [{role: 'warning', text: `team offline${waiting}`}];
		}

		case 'refused': {
			return [{role: 'warning', text: columns < wordWidth ? '! team' : '! team not in use'}];
		}
	}
}

/** The beginning of the list's header. A narrow terminal needs its room for the number of notifications. */
export const listTitle = (columns: number): string => (columns < wordWidth ? '' : 'chainbell');

/** The header before its status: the title, if there is one, the account, and what else is told. */
export const headerParts = (title: string, account: readonly Span[], others: readonly Span[] = []): Span[] => [
	{text: ' '},
	...(title === '' ? [] : [{role: 'title', text: title} as const, {text: ' · '}]),
	...account,
	...others.flatMap(other => [{text: ' · '}, other]),
];

/** The first line of a screen, with its styles: what stands before the status, and the status at the right. One wording of it is cut if it must be; of several, which are counts, none is. */
export function headerText(
	parts: readonly Span[],
	status: string | readonly string[],
	columns: number,
	statusRole: Role = 'label',
): string {
	let room = columns;
	const left = parts.map(({text, role}) => {
		const shown = truncate(text, room);
		room -= widthOf(shown);
		return styled(role, shown);
	});
	const wordings = typeof status === 'string' ? [status] : [...status, ''];
	const right = truncate(`${firstFitting(wordings, room - 3)} `, Math.max(0, room - 2));
	return `${left.join('')}${' '.repeat(room - widthOf(right))}${styled(statusRole, right)}`;
}

/** The last line of a screen, with its styles. */
export const footerText = (hints: ReturnType<typeof fittingHints>): string =>
	hints.map(({key, hint, role}) => ` ${styled(role, key)} ${styled('label', hint)} `).join('');
