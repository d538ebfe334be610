import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {builtProgram, makeHome} from '../helpers/terminal-home.ts';

const hasShell = (name: string) => spawnSync(name, ['--version']).status === 0;

/** What each shell offers for a command line, with the real script and the built program. */
const shells: Record<string, {readonly args: (line: string, script: string) => readonly string[]}> = {
	bash: {
		args: (line, script) => [
			'--norc',
			'-c',
			`source "${script}"; COMP_LINE=$1 COMP_POINT=\${#1}; COMP_WORDS=($1); COMP_CWORD=1; _chainbell 2> /dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
			'bash',
			line,
		],
	},
	fish: {args: (line, script) => ['--no-config', '-c', `source "${script}"; complete -C "$argv[1]"`, line]},
	zsh: {
		args: (line, script) => [
			'-f',
			'-c',
			String.raw`autoload -U compinit && compinit -u -d "$ZDOTDIR/dump"; zmodload zsh/zpty; zpty shell zsh -f -i; zpty -w shell "PS1=; autoload -U compinit && compinit -u -d $ZDOTDIR/dump; source ${script}; zstyle ':completion:*' list-prompt ''; LISTMAX=0; bindkey '^I' complete-word; echo rea''dy"; zpty -r shell out '*ready*'; zpty -w -n shell $'${line.replaceAll('\\', '\\\\')}\t\C-a\C-kecho fin\'\'ished\n'; zpty -r shell out '*finished*'; print -r -- $out`,
		],
	},
};

test.for(Object.keys(shells))('a command line is completed in %s', async (name, {skip}) => {
	skip(!hasShell(name), `${name} is not installed`);

	await using home = makeHome();
	const bin = path.join(home.path, 'bin');
	const script = path.join(home.path, `chainbell.${name}`);
	execFileSync('mkdir', ['-p', bin, path.join(home.path, 'config/chainbell')]);
	await writeFile(path.join(bin, 'chainbell'), `#!/bin/sh\nexec "${process.execPath}" "${builtProgram}" "$@"\n`, {
		mode: 0o755,
	});
	await writeFile(
		path.join(home.path, 'config/chainbell/config.yaml'),
		'profiles:\n  production:\n    baseUrl: https://a.example.com/\n    apiKeyEnv: A\n  test main:\n    baseUrl: https://b.example.com/\n    apiKeyEnv: B\n',
		{mode: 0o600},
	);
	const env = {...home.environment, PATH: `${bin}:${home.environment.PATH}`, ZDOTDIR: home.path};
	const run = promisify(execFile);
	const printed = await run(process.execPath, [builtProgram, 'completion', name], {env});
	await writeFile(script, printed.stdout);
	await writeFile(path.join(home.path, 'alerts of.yaml'), '');
	const offered = async (line: string) => {
		const {stdout} = await run(name, shells[name]!.args(line, script), {env, cwd: home.path});
		return stdout;
	};

	expect(await offered('chainbell profile re')).toContain('remove');
	expect(await offered('chainbell list --profile pro')).toContain('production');
	// A name with a space is one word, also when a part of it is typed.
	for (const typed of ['te', String.raw`test\ m`]) {
		expect(await offered(`chainbell profile use ${typed}`)).toMatch(name === 'fish' ? /^test main$/mv : /test\\ main/v);
	}

	const channels = await offered('chainbell list channel:w');
	expect(channels).toContain(name === 'bash' ? 'webhook\n' : 'channel:webhook');
	// Bash completes files itself, if the function offers nothing.
	const file = name === 'bash' ? /^\n$/v : /alerts\\? of\.yaml/v;
	expect(await offered('chainbell plan alert')).toMatch(file);
	expect(await offered('chainbell export --out=alert')).toMatch(file);
});
