/** Keys as terminals send them, and letters. */
export const typedScraps: readonly string[] = [
	'd',
	'y',
	'5',
	'j',
	'\r',
	'\t',
	' ',
	'\u{7F}',
	'\u{1}',
	'\u{3}',
	'é',
	'入',
	'🙂',
	'👩‍👩‍👧',
	'\u{1B}[A',
	'\u{1B}[1;5C',
	'\u{1B}OH',
	'\u{1B}[[A',
	'\u{1B}[5~',
	'\u{1B}b',
	'\u{1B}\u{1B}[A',
	'\u{1B}[27u',
	'\u{1B}[5$',
];

const parts = [
	'\u{1B}[200~',
	'\u{1B}[201~',
	'\u{1B}[200',
	'\u{1B}[20',
	'1~',
	'\u{1B}',
	'\u{1B}[',
	'\u{1B}O',
	'\u{1B}]',
	'\u{1B}P',
	'\u{1B}_',
	'\u{1B}\\',
	'\u{7}',
	'\u{9C}',
];

const reports = [
	'\u{1B}[I',
	'\u{1B}[?62;22c',
	'\u{1B}[12;40R',
	'\u{1B}[<0;3;4M',
	'\u{1B}]11;rgb:0000/0000/0000\u{7}',
	'\u{1B}P>|xterm\u{1B}\\',
	'\u{1B}_Gi=1;OK\u{1B}\\',
	'\u{1B}]11;',
	'\u{1B}P1$r',
	'\u{1B}[1;',
];

const others = [...'0 ; ? $ m [ O P _ G'.split(' '), '\n', '\u{301}', '\u{200D}'];

/** Keys, what a terminal sends that is no key, and parts of it. */
export const keyScraps: readonly string[] = [...typedScraps, ...parts, ...reports, ...others];
