import {million, type Size} from './account.ts';
import type {Measure, Samples, Unit} from './measure.ts';
import {median, p99, ratio} from './statistics.ts';

/** What became of a measure at one size: what was measured, or why nothing was. */
export type Finding = {readonly measure: Measure; readonly size: Size} & (
	| {readonly samples: Samples}
	| {readonly problem: string}
);

/** One measured value, the median and the p99, of a measure at one size. */
export type Value = {
	readonly median: number;
	readonly p99: number;
	/** Undefined for a ratio. */
	readonly unit: Unit | undefined;
	/** What the budget is about: of a ratio the median, of everything else the most. */
	readonly judged: number;
};

export function valueOf({ours, theirs}: Samples, {unit = 'ms'}: Pick<Measure, 'unit'>): Value {
	const value =
		theirs === undefined
			? {median: median(ours), p99: p99(ours)}
			: {median: ratio(ours, theirs, median), p99: ratio(ours, theirs, p99)};
	return theirs === undefined
		? {...value, unit, judged: Math.max(...ours)}
		: {...value, unit: undefined, judged: value.median};
}

/** The finding a measure's budget is judged by: of the sizes it is about, the one that comes off worst. */
export function worstOf(findings: readonly Finding[]): Finding | undefined {
	const judged = findings.filter(({measure, size}) => measure.judged.includes(size));
	const rank = (finding: Finding) =>
		'samples' in finding ? valueOf(finding.samples, finding.measure).judged : Infinity;
	return judged.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** `✓`, or `✗` and by how much the budget is missed; a dash without a budget. */
export function verdict({judged, unit}: Value, budget: number | undefined): string {
	if (budget === undefined) {
		return '–';
	}

	if (judged <= budget) {
		return '✓';
	}

	return unit === 'ms' ? `✗ by ${Math.ceil(judged - budget)} ms` : `✗ by ${Math.ceil((judged / budget - 1) * 100)} %`;
}

/** One line a budget. */
export function budgetTable(findings: readonly Finding[]): string {
	const rows = byMeasure(findings).map(of => budgetRow(worstOf(of)!, of.length > 1 || of[0]!.size === million));
	return table(['what', 'budget', 'against, in the same run', 'measured (p99)', 'holds?'], rows);
}

/** How the values change with the account. */
export function growthTable(findings: readonly Finding[], sizes: readonly Size[]): string {
	const rows = byMeasure(findings)
		.filter(of => of.length > 1)
		.map(of => [
			of[0]!.measure.what,
			...sizes.map(size =>
				growthCell(
					of.find(finding => finding.size === size),
					of.find(finding => finding.size === sizes[0]),
				),
			),
		]);
	return table(['what', ...sizes.map(size => size.toLocaleString('en'))], rows);
}

/** What the reader must know beside the numbers. */
export function notes(findings: readonly Finding[]): string {
	return findings
		.flatMap(finding =>
			'samples' in finding && finding.samples.note !== undefined
				? [`- ${finding.measure.what}, ${finding.size.toLocaleString('en')}: ${finding.samples.note}`]
				: [],
		)
		.join('\n');
}

function budgetRow(finding: Finding, isOfSize: boolean): string[] {
	const {measure, size} = finding;
	const {what, budget, against, unit = 'ms'} = measure;
	const start = [
		isOfSize ? `${what}, ${size.toLocaleString('en')}` : what,
		budgetText(budget, against === undefined ? unit : undefined),
		against ?? '–',
	];
	if ('problem' in finding) {
		return [...start, `not measured: ${finding.problem}`, '–'];
	}

	const value = valueOf(finding.samples, measure);
	return [...start, shown(value), verdict(value, budget)];
}

function budgetText(budget: number | undefined, unit: Unit | undefined): string {
	if (budget === undefined) {
		return '–';
	}

	return unit === undefined ? budget.toFixed(2) : inUnit(budget, unit);
}

function growthCell(finding: Finding | undefined, smallest: Finding | undefined): string {
	if (finding === undefined) {
		return '–';
	}

	if ('problem' in finding) {
		return 'not measured';
	}

	const growth =
		smallest !== undefined && 'samples' in smallest && smallest !== finding
			? ` · ×${short(ratio(finding.samples.ours, smallest.samples.ours, median))}`
			: '';
	return shown(valueOf(finding.samples, finding.measure)) + growth;
}

const shown = ({median: middle, p99: slowest, unit}: Value): string =>
	unit === undefined ? `${short(middle)} (${short(slowest)})` : `${inUnit(middle, unit)} (${inUnit(slowest, unit)})`;

const inUnit = (value: number, unit: Unit): string =>
	`${unit === '% of a core' ? value.toFixed(2) : Math.round(value).toLocaleString('en')} ${unit}`;

const short = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));

const byMeasure = (findings: readonly Finding[]): Finding[][] =>
	Map.groupBy(findings, ({measure}) => measure)
		.values()
		.toArray();

/** A bar in a cell would end it. */
const line = (cells: readonly string[]): string =>
	`| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row => line(row))].join('\n');
}
