/*
Ends a script of package.json with one sentence where the Node that runs it cannot run TypeScript. It must run on Node 20, so it is JavaScript. `npm install` brings a Node that can, in an install script of the package `node`, which --ignore-scripts leaves out.
*/
import process from 'node:process';

if (typeof process.features.typescript !== 'string') {
	console.error(
		`This script needs Node 22.18 or newer; this is ${process.versions.node}. The Node that comes with npm install is not there, probably because of --ignore-scripts. Run npm rebuild --ignore-scripts=false node, or use a newer Node.`,
	);
	// The script is loaded next.
	process.exit(1);
}
