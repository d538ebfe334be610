import {isDeepStrictEqual} from 'node:util';
import {toSentBody} from '../service/body.ts';
import {toShell} from '../service/curl.ts';
import {commandsFor, type CommandChange, accountWords, type CommandWords} from '../query/commands.ts';
import type {Notification, NotificationInput} from '../notification/notification.ts';
import {takeSnapshot} from '../changes/alike.ts';
import type {SentContent} from '../ledger/small-stores.ts';
import type {Session} from './session.ts';

type CommandSession = Pick<Session, 'profile' | 'connection'>;

/** The options that name the account of a session in commands. */
export const sessionWords = ({profile, connection}: CommandSession): CommandWords =>
	accountWords({...profile, baseUrl: connection.baseUrl});

/** The notification that a command replaces or deletes. `sent`: its template and topics, if this machine sent them. */
export const commandSnapshot = (
	notification: Notification,
	sent: SentContent | undefined,
): NonNullable<CommandChange['snapshot']> => takeSnapshot(notification, sent);

/**
The command that makes one change, for a POSIX shell; undefined if its options cannot say it.

@param change - What changes: see `commandsFor`.
@param session - The account.
@param isUnprotected - Whether it changes what `protect` of config.yaml matches.
*/
export function commandToChange(
	change: CommandChange,
	session: CommandSession,
	isUnprotected = false,
): string | undefined {
	const account = sessionWords(session);
	const {input} = change;
	const {
		commands: [command],
	} = commandsFor([input === undefined ? change : {...change, input: withoutRecord(input)}], account);
	return command && toShell(isUnprotected ? {...command, words: unprotected(command.words, account)} : command);
}

/** An input without the record that it was made from, where the body is the same without: options can say only that. */
function withoutRecord(input: NotificationInput): NotificationInput {
	const {listed, ...rest} = input;
	return listed !== undefined && isDeepStrictEqual(toSentBody(input), toSentBody(rest)) ? rest : input;
}

/** The command that undoes a change by its number, for a POSIX shell. */
export function commandToUndo(number: string, session: CommandSession, isUnprotected = false): string {
	const account = sessionWords(session);
	const words = [...account, 'undo', number];
	return toShell({words: isUnprotected ? unprotected(words, account) : words});
}

/** The command that creates again what is parked, by the IDs that it had. */
export const commandToResume = (ids: readonly string[], session: CommandSession): string =>
	toShell({words: [...sessionWords(session), 'resume', ...ids]});

/** A command with the option that also changes what is protected, after its name. */
const unprotected = (words: CommandWords, account: CommandWords): CommandWords =>
	words.toSpliced(account.length + 1, 0, '--unprotect');
