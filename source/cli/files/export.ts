import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {fieldNamed, type FieldName} from '../../domain/fields.ts';
import type {Notification} from '../../domain/notification.ts';
import {fileText} from '../../files/export.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import type {AccountOptions} from '../account-request.ts';
import {CommandError, UsageError} from '../command-error.ts';
import type {CommandContext, GlobalValues} from '../command.ts';
import {exitCode} from '../exit-codes.ts';
import {openSession} from '../open-session.ts';
import {findMatches, listAll, readQuery} from '../read-listing.ts';
import {schemaLineOf, writeOwn, writtenBy} from './write-own.ts';

export type ExportOptions = AccountOptions & Pick<GlobalValues, 'quiet'> & {
	readonly split: 'user' | 'channel' | 'network' | undefined;
	readonly out: string | undefined;
};

/** The command, as the first line of its files names it. */
const command = 'export';

/** Prints the notifications that a query finds as a file, or writes one file for each value of a field. Returns the exit code. @throws CommandError for a partial listing and for files that it did not write */
export async function runExport(text: string, options: ExportOptions, context: CommandContext): Promise<number> {
	const {split, out} = options;
	if (split !== undefined && out === undefined) {
		throw new UsageError('--split needs --out with the folder for the files.');
	}

	const query = await readQuery(text);
	await using opened = await openSession(options, context);
	const {session, services} = opened;
	const listing = await listAll(session.connection, options, context);
	if (!listing.complete) {
		throw new CommandError({exitCode: exitCode.incomplete, kind: 'incomplete', message: `Nothing was written: an export needs a complete listing. ${listing.reason}`, hint: 'Run it again.'});
	}

	const {ledger} = await services.openLedger();
	const found = findMatches(listing.records, query);
	const notifications = found.filter(record => record.kind === 'notification');
	const textOf = (some: readonly Notification[], ownScope: string, file?: string) => `${writtenBy(command)}${file === undefined ? '' : schemaLineOf(file)}${fileText(some, ownScope, id => ledger.sent.get(session.profileKey, id))}`;
	const scope = text.trim() === '' ? 'all' : text.trim();
	if (found.length > notifications.length) {
		context.printError(`${numberText(found.length - notifications.length)} records cannot be read and are left out.`);
	}

	if (split === undefined) {
		await (out === undefined ? context.write(textOf(notifications, scope)) : writeOwn(out, textOf(notifications, scope, out), command));
		return exitCode.done;
	}

	mkdirSync(out!, {recursive: true});
	const names = new Set<string>();
	for (const [value, some] of Map.groupBy(notifications, notification => fieldNamed(split as FieldName).read(notification))) {
		const file = path.join(out!, uniqueName(value, names));
		await writeOwn(file, textOf(some, `${text.trim()} ${split}:=${/^[^\s"]+$/v.test(value) ? value : JSON.stringify(value)}`.trim(), file), command);
		context.printError(sanitise(`${file}: ${numberText(some.length)}`));
	}

	return exitCode.done;
}

/** A file name for a value, different from the others. */
function uniqueName(value: string, names: Set<string>): string {
	const base = value.replaceAll(/[^\-\w.]+/gv, '-').replace(/^[.\-]+/v, '').slice(0, 100);
	for (let number = 1; ; number++) {
		const name = `${base === '' ? 'none' : base}${number === 1 ? '' : `-${number}`}.yaml`;
		if (!names.has(name.toLowerCase())) {
			names.add(name.toLowerCase());
			return name;
		}
	}
}
