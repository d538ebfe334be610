import type {Size} from './account.ts';
import type {Bench, Measure} from './measure.ts';
import type {Finding} from './report.ts';
import type {Tool} from './tools.ts';

/** Measures; what cannot be measured is said, with its reason, and is never guessed. */
export async function find(
	measure: Measure,
	bench: Bench,
	size: Size,
	versions: Readonly<Record<Tool, string | undefined>>,
): Promise<Finding> {
	const missing = measure.needs.filter(tool => versions[tool] === undefined);
	if (missing.length > 0) {
		return {measure, size, problem: `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`};
	}

	try {
		return {measure, size, samples: await measure.run(bench, size)};
	} catch (error) {
		console.error(error);
		const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
		return {measure, size, problem};
	}
}
