import type {TextProps} from 'ink';

type Role = Pick<TextProps, 'color' | 'bold' | 'dimColor' | 'inverse' | 'underline'>;

/**
Text styles by role. They use the terminal's own 16 colours only, so that light and dark backgrounds both work. No meaning is shown by colour alone.
*/
const roles = {
	title: {bold: true},
	profile: {color: 'cyan', bold: true},
	sandbox: {color: 'yellow', bold: true},
	label: {dimColor: true},
	faint: {dimColor: true},
	selected: {inverse: true},
	key: {bold: true},
	good: {color: 'green'},
	bad: {color: 'red', bold: true},
	warning: {color: 'yellow'},
	danger: {color: 'red', bold: true},
	focus: {color: 'cyan', bold: true},
} as const satisfies Record<string, Role>;

export const theme: Record<keyof typeof roles, Role> = {...roles};

/** Leaves bold, dim and inverse, and takes the colours away (https://no-color.org). */
export function dropColours(): void {
	for (const role of Object.keys(roles) as Array<keyof typeof roles>) {
		const {color, ...rest} = theme[role];
		theme[role] = rest;
	}
}
