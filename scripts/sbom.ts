/** `npm run sbom`: prints a software bill of materials of the built program (CycloneDX, JSON): what npm knows of the packages that dist/THIRD-PARTY-NOTICES lists. */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import packageJson from '../package.json' with {type: 'json'};

type Bom = {
	readonly metadata: {readonly component: {readonly 'bom-ref': string; readonly name: string}};
	readonly components: ReadonlyArray<{
		readonly 'bom-ref': string;
		readonly name: string;
		readonly version: string;
		readonly scope?: string;
		readonly properties?: unknown;
	}>;
	readonly dependencies: ReadonlyArray<{readonly ref: string; readonly dependsOn: readonly string[]}>;
};

const root = path.dirname(import.meta.dirname);
const notices = readFileSync(path.join(root, 'dist/THIRD-PARTY-NOTICES'), 'utf8');
const bundled = new Set(
	notices
		.matchAll(/^(?<name>\S+) (?<version>\S+) \([^\n]*\)\n\n/gmv)
		.map(({groups}) => `${groups!.name}@${groups!.version}`),
);

// To npm everything is a development dependency, because the bundle needs none of it to be installed. With NODE_ENV=production it leaves those out unless told.
const output = execFileSync(
	'npm',
	['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--include', 'dev'],
	{cwd: root, encoding: 'utf8', maxBuffer: 100_000_000},
);
const bom = JSON.parse(output) as Bom;
const components = bom.components
	.filter(({name, version}) => bundled.has(`${name}@${version}`))
	.map(({scope: _, properties: _properties, ...rest}) => rest);
const refs = new Set(components.map(each => each['bom-ref']));
// Npm names it after its folder.
const component = {...bom.metadata.component, name: packageJson.name};
const ownRef = component['bom-ref'];
const dependencies = bom.dependencies
	.filter(({ref}) => ref === ownRef || refs.has(ref))
	.map(({ref, dependsOn}) => ({ref, dependsOn: dependsOn.filter(each => refs.has(each))}));
process.stdout.write(
	`${JSON.stringify({...bom, metadata: {...bom.metadata, component}, components, dependencies}, undefined, 2)}\n`,
);
