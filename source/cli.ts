#!/usr/bin/env node
import {userInfo} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {drawSkeleton, willOpenScreens} from './terminal/skeleton.ts';

// The only file that exits the process. It must run on Node versions that the rest cannot, so it imports the rest only after the check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
	console.error(
		`chainbell needs Node 22.13 or newer; this is ${process.versions.node}. Get one from https://nodejs.org/, or run nvm install 24.`,
	);
	process.exit(1);
}

// Otherwise Node opens its debugger, which gives everything in memory to whoever connects.
process.on('SIGUSR1', () => undefined);

// The XDG specification has relative paths ignored. With one, a config.yaml in the current folder would be used, and run commands.
for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME']) {
	if (!path.isAbsolute(process.env[name] ?? '')) {
		Reflect.deleteProperty(process.env, name);
	}
}

// The same holds for the home directory, which is then the one of the password database.
if (process.platform !== 'win32' && !path.isAbsolute(process.env.HOME ?? '')) {
	try {
		process.env.HOME = userInfo().homedir;
	} catch {
		console.error(
			'There is no home directory: HOME is not an absolute path, and the password database has none for this user. Set HOME.',
		);
		process.exit(1);
	}
}

const argv = process.argv.slice(2);
// A first picture while the rest is loaded. A screen reader would read it out, and a terminal without escape sequences would print them.
const {INK_SCREEN_READER, TERM = ''} = process.env;
const canDraw = INK_SCREEN_READER !== 'true' && ((TERM !== '' && TERM !== 'dumb') || process.platform === 'win32');
const skeleton = willOpenScreens(argv) && canDraw ? drawSkeleton() : undefined;
void (async () => {
	try {
		const {keepCompiledCode} = await import('./platform/compiled-code.ts');
		keepCompiledCode();
		const {main} = await import('./cli/main.ts');
		process.exitCode = await main(argv, {
			skeleton,
			async openScreens(options) {
				const {openScreens} = await import('./tui/app/start.ts');
				return openScreens(options);
			},
			async applySettings(loaded) {
				const {applySettings} = await import('./tui/app/start.ts');
				return applySettings(loaded);
			},
		});
	} finally {
		skeleton?.leave();
	}

	process.exit();
})();
