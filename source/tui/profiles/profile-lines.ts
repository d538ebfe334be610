import {joined} from '../../platform/text.ts';
import type {Profile, ShownProfile} from '../../config/profile.ts';
import {isOpenProfile} from '../../account/session.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncateMiddle, widthOf} from '../../terminal/width.ts';

/** The gap between two cells, in terminal columns. */
const gap = 2;

/** The width in terminal columns below which a cell is left out, not cut. */
const narrowest = 16;

const titles = ['profile', 'state', 'base URL', 'API key from'] as const;

/**
The table of the profiles, safe to show.

@param profiles - The profiles of config.yaml.
@param open - The profile that is open.
@param width - The width in terminal columns.
@returns The titles, the lines, and whether anything is cut or left out.
*/
export function profileLines(
	profiles: readonly ShownProfile[],
	open: Profile,
	width: number,
): {readonly title: string; readonly lines: readonly string[]; readonly isCut: boolean} {
	const rows = [
		titles,
		...profiles.map(profile => [
			sanitiseCell(profile.name),
			stateText(profile, open),
			sanitiseCell(profile.baseUrl),
			sanitiseCell(profile.apiKeyFrom),
		]),
	];
	const widths: number[] = [];
	let room = width;
	let isCut = false;
	for (const index of titles.keys()) {
		const fullWidth = Math.max(...rows.map(cells => widthOf(cells[index]!)));
		// A long name leaves room for the state.
		const given = Math.max(0, Math.min(fullWidth, index === 0 ? Math.floor(width / 2) : room));
		const shown = given < Math.min(fullWidth, narrowest) ? 0 : given;
		isCut ||= shown < fullWidth;
		widths.push(shown);
		room -= shown + gap;
	}

	const [title, ...lines] = rows.map(cells =>
		cells
			.map((cell, index) => fit(truncateMiddle(cell, widths[index]!), widths[index]!))
			.filter(cell => cell !== '')
			.join(' '.repeat(gap))
			.trimEnd(),
	);
	return {title: title!, lines, isCut};
}

/** The details of a profile besides its name, on one line, safe to show. */
export function profileDetails(profile: ShownProfile, open: Profile): string {
	return [profile.baseUrl, `API key from ${profile.apiKeyFrom}`, stateText(profile, open)]
		.filter(text => text !== '')
		.map(text => sanitiseCell(text))
		.join(' · ');
}

function stateText(profile: ShownProfile, open: Profile): string {
	return joined(
		[
			isOpenProfile(profile, open) ? 'open' : '',
			profile.isDefault ? 'default' : '',
			profile.readOnly ? 'read-only' : '',
		],
		', ',
	);
}
