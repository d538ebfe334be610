/**
`npm run soak`: one session that watches 10,000 notifications, which others change every two seconds, and edits 500 of them within 20 minutes. Prints what the program uses at each quarter. The exit code is 1 if the end used more than any quarter before: by a fifth of memory, or by three handles. Linux only: it reads /proc.
*/
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {cpuTime, programAt} from './program.ts';
import {startService, type Service} from './service.ts';
import type {Terminal} from './terminal.ts';

const {values: options} = parseArgs({
	options: {
		minutes: {type: 'string', default: '20'},
		edits: {type: 'string', default: '500'},
		size: {type: 'string', default: '10000'},
	},
});
const quarter = (Number(options.minutes) * 60_000) / 4;
const editsAQuarter = Math.ceil(Number(options.edits) / 4);

/** The memory of a process in MB, its open files, and the CPU time since its start in seconds. */
async function usageOf(pid: number) {
	return {
		memory: Number(/^VmRSS:\s+(?<kb>\d+)/mv.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!.groups!.kb) / 1000,
		handles: readdirSync(`/proc/${pid}/fd`).length,
		cpu: (await cpuTime(pid)) / 1000,
	};
}

/** Creates a notification and deletes it again, as somebody else would, until it is told to stop. */
async function changeAsOthers({url, size}: Service, {aborted}: {readonly aborted: () => boolean}): Promise<void> {
	const known = await (await fetch(url)).json();
	const {id: _, ...body} = (known as ReadonlyArray<{readonly id: number}>)[size - 1]!;
	while (!aborted()) {
		const created = await fetch(url, {method: 'POST', body: JSON.stringify({...body, external_user_id: 'others'})});
		const {id} = (await created.json()) as {readonly id: number};
		await delay(2000);
		await fetch(`${url}${id}/`, {method: 'DELETE'});
	}
}

/** Edits the notification under the cursor: its user. The cursor follows to the new one. */
async function edit(terminal: Terminal, user: string): Promise<void> {
	await terminal.answer('e', 'edit notification');
	terminal.press(`${user} `);
	await terminal.answer('C-s', 'review ·');
	await terminal.until('No duplicate');
	// A question takes its answer once it could be read.
	await delay(1000);
	await terminal.answer('y', lines => lines.some(line => line.startsWith('▌') && line.includes(` ${user} `)));
}

await using service = await startService(Number(options.size));
await using terminal = await programAt(path.resolve('dist/cli.cjs')).openListed(service);
await terminal.answer('w', 'watch');
let isOver = false;
const others = changeAsOthers(service, {aborted: () => isOver});
let before = await usageOf(terminal.pid);
const quarters: Array<typeof before> = [];
for (let number = 1; number <= 4; number++) {
	const endsAt = performance.now() + quarter;
	for (let count = 0; count < editsAQuarter; count++) {
		await edit(terminal, `u${number}-${count}`);
	}

	await delay(Math.max(0, endsAt - performance.now()));
	const now = await usageOf(terminal.pid);
	quarters.push({...now, cpu: now.cpu - before.cpu});
	before = now;
	const {memory, handles, cpu} = quarters.at(-1)!;
	console.log(
		`quarter ${number}: ${memory.toFixed(0)} MB, ${handles} handles, ${cpu.toFixed(1)} s of CPU, ${number * editsAQuarter} edits`,
	);
}

isOver = true;
await others;
const last = quarters.pop()!;
const most = (use: 'memory' | 'handles') => Math.max(...quarters.map(each => each[use]));
const isFlat = last.memory <= most('memory') * 1.2 && last.handles <= most('handles') + 3;
console.log(isFlat ? 'Flat.' : 'Not flat.');
process.exitCode = isFlat ? 0 : 1;
