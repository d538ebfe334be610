#!/usr/bin/env node
import process from 'node:process';

// The only file that exits the process. It must run on Node versions that the rest cannot, so it imports the rest only after the check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
	console.error(`chainbell needs Node 22.13 or newer; this is ${process.versions.node}.`);
	process.exit(1);
}

const {main} = await import('./main.ts');
process.exit(await main(process.argv.slice(2)));
