import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {parseSync} from 'rolldown/utils';

export type RelatedTests = {
	/** Tests of the file's own folder, or of the one around it, that start no processes: seconds. */
	readonly near: readonly string[];
	/** All others that import the file, directly or not. */
	readonly far: readonly string[];
};

/** Tests that take long because they start processes or try many cases. */
const slow = /crash|model|property|processes|sequences/v;

/** Needs the built program, which has no mutant in it. */
const needsBuild = /^test\/(?:pty\/|package\.test|imports\.test|mutants\/)/v;

/**
Reads which test imports what.

@param root - The project's directory.
@returns A function that knows the tests of a file, by its path relative to the root.
*/
export function createRelatedTests(root: string): (file: string) => RelatedTests {
	const files = globSync('{source,test}/**/*.{ts,tsx}', {cwd: root});
	const imports = new Map(files.map(file => [file, importsOf(root, file)]));
	const tests = files.filter(file => /\.test\.tsx?$/v.test(file) && !needsBuild.test(file)).toSorted();
	const reached = new Map(tests.map(file => [file, reachableFrom(file, imports)]));
	return file => {
		const related = tests.filter(each => reached.get(each)!.has(file));
		const [, ...folders] = path.dirname(file).split('/');
		const quick = related.filter(each => !slow.test(each));
		// Without a folder of its own, those of the folder around it.
		const near =
			[folders.slice(0, 2), folders.slice(0, 1)]
				.map(names => quick.filter(each => each.startsWith(`test/${names.join('/')}/`)))
				.find(found => found.length > 0) ?? [];
		return {near, far: related.filter(each => !near.includes(each))};
	};
}

function importsOf(root: string, file: string): string[] {
	const text = readFileSync(path.join(root, file), 'utf8');
	const {module} = parseSync(file, text);
	const reexported = module.staticExports.flatMap(({entries}) =>
		entries.flatMap(({moduleRequest}) => (moduleRequest === null ? [] : [moduleRequest.value])),
	);
	const loaded = module.dynamicImports.map(({moduleRequest: {start, end}}) => text.slice(start + 1, end - 1));
	const imported = [...module.staticImports.map(({moduleRequest}) => moduleRequest.value), ...reexported, ...loaded];
	// What is built or started as a program of its own.
	const started = text
		.matchAll(/new URL\('(?<relative>[^']+\.tsx?)'/gv)
		.map(match => match.groups!.relative!)
		.toArray();
	return [...imported, ...started]
		.filter(name => name.startsWith('.'))
		.map(name => path.join(path.dirname(file), name));
}

function reachableFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
	const reached = new Set<string>();
	const queue = [start];
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (reached.has(file)) {
			continue;
		}

		reached.add(file);
		queue.push(...(imports.get(file) ?? []));
	}

	return reached;
}
