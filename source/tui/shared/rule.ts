import {truncate, widthOf} from '../../terminal/width.ts';

/** A line across a pane, `width` columns wide, with a title if there is one and room for it: `─ 17 · Treasury ─────`. `title`: safe to show. */
export function rule(title: string, width: number): string {
	const shown = title === '' ? '' : truncate(title, Math.max(0, width - 4));
	const start = shown === '' ? '' : `─ ${shown} `;
	return start + '─'.repeat(Math.max(0, width - widthOf(start)));
}
