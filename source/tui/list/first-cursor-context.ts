import {createContext, use} from 'react';
import type {ListingStore} from '../../account/listing-store.ts';
import type {ListWindow} from '../shared/list-window.ts';
import {useSession} from '../shared/session-context.ts';

/** The row under the cursor, by its key in `ListRows`, and the window over the rows. */
export type ListCursor = ListWindow & {readonly key: string};

/** The cursor of the first page when the screens take over, and the listing of its account. */
type FirstCursor = {readonly listing: Pick<ListingStore, 'get'>; readonly cursor: ListCursor};

const FirstCursorContext = createContext<FirstCursor | undefined>(undefined);

export const FirstCursorProvider = FirstCursorContext.Provider;

/** The cursor that the keys moved on the first page of the account's list; undefined for other accounts, which had none. */
export function useFirstCursor(): ListCursor | undefined {
	const first = use(FirstCursorContext);
	const {listing} = useSession();
	return first?.listing === listing ? first?.cursor : undefined;
}
