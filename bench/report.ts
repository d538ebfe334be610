/** One line of the table of budgets. The name is for `--only`. The budget is the most that the median may be. */
export type Row = readonly [name: string, what: string, budget: number, unit?: string];

/** What was measured: of each side a value a run, or nothing. */
export type Finding = {
	readonly row: Row;
	/** What the budget is a multiple of, if it is one. */
	readonly against: string | undefined;
	/** This tree. */
	readonly here: readonly number[];
	/** What it is measured against. */
	readonly tool: readonly number[];
	/** The other commit, each run beside one of this tree. */
	readonly before: readonly number[];
	/** Why a side could not be measured. */
	readonly problem: string;
};

/** The value below which this share of the values lies, between two of them if need be; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const place = share * (sorted.length - 1);
	const [low = NaN, high = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
	return low + (high - low) * (place % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What is compared with the budget. */
const resultOf = ({against, tool}: Finding, values: readonly number[]): number =>
	against === undefined ? median(values) : median(values) / median(tool);

const isMissed = (finding: Finding): boolean => resultOf(finding, finding.here) > finding.row[2];

function valueText(finding: Finding, values: readonly number[]): string {
	const absolute = inUnit(median(values), finding.row);
	return finding.against === undefined ? absolute : `${numberText(resultOf(finding, values), 2)} (${absolute})`;
}

/** This tree as a multiple of the other commit: the median of the pairs, and the half of them around it. */
function pairsText({here, before}: Finding): string {
	const ratios = before.map((value, run) => here[run]! / value);
	const [low, middle, high] = [0.25, 0.5, 0.75].map(share => numberText(quantile(ratios, share), 2));
	return `${middle} (${low} to ${high})`;
}

const inUnit = (value: number, [, , , unit = 'ms']: Row): string => `${numberText(value, value < 10 ? 2 : 0)} ${unit}`;

const numberText = (value: number, digits: number): string =>
	Number.isNaN(value) ? '–' : value.toLocaleString('en', {maximumFractionDigits: digits});

/** The rows as a table. */
export function tableOf(findings: readonly Finding[], commit: string | undefined): string {
	const compared = commit === undefined ? [] : [commit, `this tree / ${commit}`];
	const head = ['row', 'what', 'against', 'budget', 'this tree', 'holds?', ...compared];
	const rows = findings.map(finding => {
		const {row, against, here, before, problem} = finding;
		const [name, what, budget] = row;
		const verdict = isMissed(finding) ? '✗' : '✓';
		const holds = Number.isNaN(resultOf(finding, here)) ? problem : verdict;
		const limit = against === undefined ? inUnit(budget, row) : String(budget);
		const pairs = commit === undefined ? [] : [valueText(finding, before), pairsText(finding)];
		return [name, what, against ?? '–', limit, valueText(finding, here), holds, ...pairs];
	});
	const line = (cells: readonly string[]) =>
		`| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The text of results.md. The reasons of misses are kept from the text before. */
export function resultsText(
	findings: readonly Finding[],
	commit: string | undefined,
	machine: string,
	old: string,
): string {
	const reasons = new Map(Array.from(old.matchAll(/^- ([\w\-]+): (.+)$/gmv), ([, name, reason]) => [name, reason]));
	const missed = findings.filter(isMissed).map(({row: [name]}) => name);
	return `# What \`npm run bench\` measured

Written by \`npm run bench\`; only the reasons below are by hand.
A number without a unit is the median here divided by that of what it is measured against, in the same run, in turns, in terminals of 120x40; in brackets the median itself. ${commit === undefined ? '' : `The last column is the median of the pairs of this tree and ${commit}, and the half of them around it.`}

${tableOf(findings, commit)}

${missed.length === 0 ? 'Every budget is met.' : 'Why a budget is missed:'}

${missed.map(name => `- ${name}: ${reasons.get(name) ?? 'nobody has looked for the reason yet'}`).join('\n')}

${machine}
`;
}
