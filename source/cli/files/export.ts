import {mkdir} from 'node:fs/promises';
import path from 'node:path';
import {createScopeMatcher} from '../../files/pair.ts';
import {type Notification, notificationsOf} from '../../notification/notification.ts';
import {fieldNamed, type FieldName} from '../../notification/spec.ts';
import {numberText, sha256} from '../../platform/text.ts';
import {betweenListings} from '../../query/changes.ts';
import {parkedOf} from '../../account/pending-changes.ts';
import {judgeListing} from '../../account/account-files.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {jsonText, UsageError} from '../command-error.ts';
import type {Run} from '../command.ts';
import type {exportOptions} from '../commands/files.ts';
import {findMatches, listAll, readQuery, requireComplete} from '../listing.ts';
import {openSession} from '../open-session.ts';
import {
	behindError,
	differingListingsError,
	ownFileText,
	ownNotifications,
	requireOwn,
	requireWritten,
	writeOwn,
} from './write-own.ts';

type ExportOptions = Run<typeof exportOptions>['options'];

/** Prints the notifications that a query finds as a file, or writes one file for each value of a field. Returns the exit code. @throws CommandError for a partial listing, and for files that it did not write or that were changed since */
export async function runExport(run: Run<typeof exportOptions>) {
	const {options, words} = run;
	const {split, out} = options;
	const text = words.join(' ').trim();
	if (options.json && out !== undefined) {
		throw new UsageError('--json is for standard output: files are YAML.');
	}

	if (split !== undefined && out === undefined) {
		throw new UsageError('--split needs --out with the folder for the files.');
	}

	const query = readQuery(text);
	await using opened = await openSession(run);
	const {
		session: {connection, profileKey},
		services: {clock},
		ledger,
	} = opened;
	/** The files of an export, without a path that on standard output, and how many records cannot be read. */
	const exportOnce = async () => {
		const startedAt = clock.elapsed.now();
		const listing = await listAll(connection, run);
		requireComplete(listing, 'Nothing was written: an export needs a complete listing.');
		const behind = await judgeListing(opened, {listing, startedAt});
		if (behind !== undefined) {
			throw behindError(behind);
		}

		const parked = new Map(parkedOf(ledger.changes, profileKey).map(({record, sent}) => [record, sent]));
		const found = findMatches([...listing.records, ...parked.keys()], query);
		const notifications = notificationsOf(found);
		const unreadable = found.length - notifications.length;
		// A query for an ID makes no scope: the file has none.
		const isScope =
			!query.some(terms => terms.some(({field}) => field === 'id')) && notifications.every(createScopeMatcher(query));
		const toFile = (some: readonly Notification[], scope: string, file: string | undefined) => ({
			file,
			count: some.length,
			own: ownNotifications('export', file, {
				notifications: some,
				scope: isScope ? scope : undefined,
				parked,
				sent: notification =>
					parked.has(notification) ? parked.get(notification) : ledger.sent.get(profileKey, notification.id),
			}),
		});
		if (split === undefined) {
			return {unreadable, files: [toFile(notifications, text === '' ? 'all' : text, out)]};
		}

		const groups = Map.groupBy(notifications, notification => fieldNamed(split as FieldName).read(notification));
		return {
			unreadable,
			files: Array.from(groups, ([value, some]) =>
				toFile(
					some,
					`${text} ${split}:=${/^[^\s"]+$/v.test(value) ? value : JSON.stringify(value)}`.trim(),
					path.join(out!, `${nameFor(value, split)}.yaml`),
				),
			),
		};
	};

	/** A text that two exports have in common only if they are equal. */
	const fingerprintOf = ({files, unreadable}: Awaited<ReturnType<typeof exportOnce>>) =>
		JSON.stringify([unreadable, files.map(({file, own: {digest}}) => [file, digest])]);

	let exported = await exportOnce();
	// Each is asked about before the first is written.
	const replaced = exported.files.filter(({file, own}) => file !== undefined && requireOwn(file, own));
	if (replaced.length > 0) {
		// What one listing lacks would be lost from the files.
		const before = fingerprintOf(exported);
		await clock.sleep(betweenListings);
		exported = await exportOnce();
		if (fingerprintOf(exported) !== before) {
			throw differingListingsError();
		}
	}

	const {files, unreadable} = exported;
	if (unreadable > 0) {
		run.printError(`${numberText(unreadable)} records cannot be read and are left out.`);
	}

	if (split !== undefined) {
		await requireWritten(out!, async () => mkdir(out!, {recursive: true}));
	}

	for (const {file, own, count} of files) {
		if (file !== undefined) {
			await writeOwn(file, own);
		} else if (options.json) {
			const {parse} = await import('yaml');
			await run.write(`${jsonText(parse(own.rest), 2)}\n`);
		} else {
			await run.write(ownFileText(own));
		}

		if (split !== undefined) {
			run.printError(sanitise(`${file!}: ${numberText(count)}`));
		}
	}
}

/** The name of the file for a value. It depends on nothing else, and differs from that for any other value also where the file system ignores case: what is more than letters of the usual case, digits and few signs gets a digest, after a sign that the others do not have. */
function nameFor(value: string, split: NonNullable<ExportOptions['split']>) {
	const usual =
		split === 'user'
			? /^[a-z\d_][\-\w.]{0,99}$/v.test(value) && value === value.toLowerCase()
			: /^[A-Z\d_]{1,100}$/v.test(value);
	const base = value
		.replaceAll(/[^\-\w.]+/gv, '-')
		.replace(/^[.\-]+/v, '')
		.slice(0, 80);
	return usual ? value : `${base === '' ? 'none' : base}~${sha256(value).slice(0, 12)}`;
}
