import {execFileSync} from 'node:child_process';
import {readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '..');

/**
Builds another commit of this repository in a working tree of its own.

@param ref - A commit, a branch or a tag.
@param folder - An empty place for the tree.
@returns The built program; disposing removes the tree.
@throws When git does not know the commit, its packages cannot be installed, or its build fails.
*/
export function buildCommit(ref: string, folder: string): Disposable & {readonly program: string} {
	const tree = path.join(folder, 'tree');
	const run = (file: string, args: readonly string[], cwd: string) => {
		execFileSync(file, args, {cwd, stdio: ['ignore', 'ignore', 'inherit']});
	};

	// A run that was ended by a signal left its tree registered.
	run('git', ['worktree', 'prune'], root);
	run('git', ['worktree', 'add', '--detach', tree, ref], root);
	const hasSamePackages =
		readFileSync(path.join(root, 'package-lock.json'), 'utf8') ===
		readFileSync(path.join(tree, 'package-lock.json'), 'utf8');
	if (hasSamePackages) {
		symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
	} else {
		run('npm', ['ci', '--no-audit', '--no-fund'], tree);
	}

	run(process.execPath, ['rolldown.config.ts'], tree);
	return {
		program: path.join(tree, 'dist/cli.cjs'),
		[Symbol.dispose]() {
			run('git', ['worktree', 'remove', '--force', tree], root);
		},
	};
}
