import {rewritableForm} from '../../notification/equivalence.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {toStoredText} from '../stored-json.ts';
import type {Operation} from './operation.ts';
import {toOperation, type DatabaseRow} from './operation-row.ts';
import {toRequest} from './requests.ts';

/** What the operations of an account, here and of its team, had to do with the notification of an ID. Every method may throw LedgerError. `profile` is a `profileKey`. `read`: converts a row of `operations`. */
export function createIdHistory(database: Database, read: (row: DatabaseRow) => Operation) {
	const sql = (text: string) => statementOf(database, text);
	const ofLater = sql("SELECT 1 FROM operations WHERE profile = ? AND progress -> '$.newId' = ? AND id > ?");
	const lastEarlier = sql(`
		SELECT * FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND id < ?3
		UNION ALL SELECT * FROM operations WHERE profile = ?1 AND old_id = ?2 AND id < ?3 AND kind <> 'recreate'
		ORDER BY id DESC LIMIT 1
	`);
	const namedToAnother = sql(`
		SELECT operations.* FROM requests CROSS JOIN operations ON operations.id = requests.operation
		WHERE requests.method = 'POST' AND requests.target = ?2 AND operations.profile = ?1 AND operations.id <> ?3
			AND operations.ended_at IS NULL AND operations.old_id IS NOT ?2
	`);
	const lastBefore = ({id, profile}: Pick<Operation, 'id' | 'profile'>, notificationId: string) => {
		const [account, notification] = [hideSecrets(profile), toStoredText(notificationId)];
		return ofLater.get(account, notification, id) === undefined
			? lastEarlier.get(account, notification, id)
			: undefined;
	};

	const readIfFound = (row: DatabaseRow | undefined) => row && read(row);

	return {
		/** The later operation, an edit or a recreation, that ended and replaced the notification with this ID by one with another ID. */
		successor: (profile: string, notificationId: string, after: number) =>
			readIfFound(
				sql(`
		SELECT * FROM operations WHERE profile = ? AND old_id = ? AND id > ? AND kind <> 'delete' AND state = 'done' AND progress -> '$.newId' IS NOT NULL
		ORDER BY id DESC LIMIT 1
	`).get(hideSecrets(profile), toStoredText(notificationId), after),
			),
		/** The last operation, an edit or a recreation, that ended and replaced another notification by the one with this ID. */
		predecessor: (profile: string, notificationId: string) =>
			readIfFound(
				sql(`
		SELECT * FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND old_id <> ?2 AND kind <> 'delete' AND state = 'done'
		ORDER BY id DESC LIMIT 1
	`).get(hideSecrets(profile), toStoredText(notificationId)),
			),
		/** Whether another operation of the profile created this notification, or an earlier one was to replace or delete it. If so, it is not the new notification of this operation. An ID whose notification, of another content, was deleted here can be used again. */
		isOfAnother({id, profile, input}: Pick<Operation, 'id' | 'profile' | 'input'>, notificationId: string) {
			const [account, notification] = [hideSecrets(profile), toStoredText(notificationId)];
			if (ofLater.get(account, notification, id) !== undefined) {
				return true;
			}

			const row = lastEarlier.get(account, notification, id);
			return row !== undefined && !isFreed(toOperation(row), notificationId, input);
		},
		/** Whether the last earlier operation of the profile that had to do with this notification was to replace or delete it, and no later one created it. */
		isOldOfEarlier(operation: Pick<Operation, 'id' | 'profile'>, notificationId: string) {
			const row = lastBefore(operation, notificationId);
			return row !== undefined && isOldOf(toOperation(row), notificationId);
		},
		/** The last DELETE of the earlier operation that deleted this notification; undefined if another one has been created under its ID here since. `isConfirmationEnough`: whether that operation may be pending, if its DELETE was confirmed. */
		deletionBefore(
			operation: Pick<Operation, 'id' | 'profile'>,
			notificationId: string,
			isConfirmationEnough: boolean,
		) {
			const notification = toStoredText(notificationId);
			const row = lastBefore(operation, notificationId);
			const deletion =
				row &&
				sql(
					"SELECT * FROM requests WHERE operation = ? AND method = 'DELETE' AND target = ? ORDER BY id DESC LIMIT 1",
				).get(Number(row.id), notification);
			return deletion !== undefined &&
				(isDeletedBy(toOperation(row!), notificationId) ||
					(isConfirmationEnough && row!.ended_at === null && deletion.outcome === 'ok'))
				? toRequest(deletion)
				: undefined;
		},
		/** Whether another operation of the profile counts this notification as the one that it created, although no response named it, or began before this operation and its batch: then the service may have given the ID again. */
		isAdoptedByAnother: ({id, profile, batch}: Pick<Operation, 'id' | 'profile' | 'batch'>, notificationId: string) =>
			sql(`
		SELECT 1 FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND id <> ?3
			AND ((id < ?3 AND NOT coalesce(batch = ?4, 0)) OR NOT EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND method = 'POST' AND target = ?2))
	`).get(hideSecrets(profile), toStoredText(notificationId), id, batch ?? null) !== undefined,
		/** Whether the service returned this ID for a POST of another pending operation, of the same content. That response may be wrong. */
		isNamedToAnother: ({id, profile, input}: Pick<Operation, 'id' | 'profile' | 'input'>, notificationId: string) =>
			namedToAnother
				.all(hideSecrets(profile), toStoredText(notificationId), id)
				.some(row => isSameContent(toOperation(row).input, input)),
		/** Whether an operation of the profile, pending or not, sent a DELETE of this notification. */
		isDeletedHere: (profile: string, notificationId: string) =>
			sql(`
		SELECT 1 FROM operations WHERE profile = ?1 AND old_id = ?2 AND kind IN ('delete', 'replace')
			AND EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND method = 'DELETE' AND target = ?2)
		UNION ALL SELECT 1 FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND state IN ('undoing', 'rolled-back')
	`).get(hideSecrets(profile), toStoredText(notificationId)) !== undefined,
		/** Whether a later operation of the profile created this notification. */
		isCreatedLater: ({id, profile}: Pick<Operation, 'id' | 'profile'>, notificationId: string) =>
			ofLater.get(hideSecrets(profile), toStoredText(notificationId), id) !== undefined,
		/** The newest operation of a profile that is done and created this notification. */
		creatorOf: (profile: string, notificationId: string) =>
			readIfFound(
				sql(
					"SELECT * FROM operations WHERE profile = ? AND progress -> '$.newId' = ? AND state = 'done' ORDER BY id DESC LIMIT 1",
				).get(hideSecrets(profile), toStoredText(notificationId)),
			),
	};
}

/** Whether the notification with this ID and content is another one than that of an operation: some services use the IDs of deleted ones again. */
function isFreed(operation: Operation, id: string, content: Operation['input']): boolean {
	const isOld = isOldOf(operation, id);
	// A notification that has neither the old content nor the new one was made by somebody else, or by a later operation.
	const isForeign =
		isOld && operation.newId !== id && (operation.input === undefined || isOther(operation.input, content));
	return (
		(isForeign || isDeletedBy(operation, id)) && isOther(isOld ? operation.snapshot!.input : operation.input, content)
	);
}

/** Whether two contents are known and differ, apart from what services rewrite. */
const isOther = (one: NotificationFields | undefined, other: NotificationFields | undefined): boolean =>
	one !== undefined && other !== undefined && !isSameContent(one, other);

/** Whether two contents are known and the same, apart from what services rewrite. The database may have `[API key]` instead of the API key. */
const isSameContent = (one: NotificationFields | undefined, other: NotificationFields | undefined): boolean =>
	one !== undefined && other !== undefined && hideSecrets(rewritableForm(one)) === hideSecrets(rewritableForm(other));

const isOldOf = ({kind, snapshot}: Operation, id: string): boolean => snapshot?.id === id && kind !== 'recreate';

/** Whether an operation deleted a notification for good. */
function isDeletedBy(operation: Operation, id: string): boolean {
	const {state, newId} = operation;
	return isOldOf(operation, id) ? state === 'done' && newId !== id : state === 'rolled-back' && newId === id;
}
