import {expect, test} from 'vitest';
import type {Operation} from '../../../source/storage/journal/operation.ts';
import {sentNotice, type FormOrigin} from '../../../source/tui/form/origin.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {input, oldOne, openNew} from '../../storage/ledgers.ts';

const ended = (change: Partial<Operation>): Operation => ({
	...openNew().journal.begin({profile: 'p', profileName: 'p', kind: 'create', input}), state: 'done', ...change,
});

const of = notificationWith({id: '7'});

const originOf = (kind: FormOrigin['kind']): FormOrigin => {
	switch (kind) {
		case 'new': {
			return {kind};
		}

		case 'clone':
		case 'edit': {
			return {kind, of};
		}

		case 'recreate': {
			return {kind, deletion: ended({snapshot: oldOne('7')})};
		}
	}
};

test.each<[FormOrigin['kind'], Partial<Operation>, string]>([
	['new', {newId: '9'}, '✓ Created 9 on prod.'],
	['clone', {newId: '9'}, '✓ Created 9 on prod.'],
	['edit', {newId: '9', snapshot: oldOne('7')}, '✓ Replaced 7 with 9 on prod.'],
	['edit', {newId: '9', snapshot: oldOne('7'), detail: 'It was gone.'}, '✓ Replaced 7 with 9 on prod. It was gone.'],
	['recreate', {newId: '9', snapshot: oldOne('7')}, '✓ Recreated 7 as 9 on prod.'],
	['new', {newId: undefined}, '✓ Created.'],
	['new', {newId: undefined, detail: 'No ID was returned.'}, '✓ Created. No ID was returned.'],
])('after sending what began as %s: %j', (kind, change, notice) => {
	expect(sentNotice(originOf(kind), ended(change), 'prod')).toBe(notice);
});
