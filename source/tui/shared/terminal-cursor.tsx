import {useCursor, type DOMElement} from 'ink';
import {
	createContext,
	use,
	useInsertionEffect,
	useLayoutEffect,
	useReducer,
	useRef,
	useState,
	type RefObject,
} from 'react';
import {createListeners} from '../../platform/listeners.ts';
import {placeOfElement, type Place} from './place-of-element.ts';

type CursorHolder = ReturnType<typeof createCursorHolder>;

const CursorContext = createContext<CursorHolder | undefined>(undefined);

/** Provides the holder of a screen to its text fields. */
export const CursorProvider = CursorContext.Provider;

/** The cursor holder of a screen. */
export const useCursorHolder = () => useState(createCursorHolder)[0];

/** The position of a screen's cursor. The focused text field sets it, and the screen's frame passes it on to the terminal. */
function createCursorHolder() {
	let current: {readonly field: object; readonly place: Place} | undefined;
	const listeners = createListeners();
	return {
		place: () => current?.place,
		/** Sets the position for a field, or removes the one that the field set. */
		set(field: object, place: Place | undefined) {
			if (place !== undefined) {
				current = {field, place};
			} else if (current?.field === field) {
				current = undefined;
			}
		},
		/** Calls a listener when a field has moved after it was drawn. */
		subscribe: listeners.add,
		moved() {
			listeners.notify();
		},
	};
}

/** Moves the terminal's cursor to the focused text field, so that input methods compose there. It must be drawn after the fields. */
export function TerminalCursor({holder}: {readonly holder: CursorHolder}) {
	const {setCursorPosition} = useCursor();
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	// Subscribes before the layout effects of the fields, which report that they moved.
	useInsertionEffect(() => holder.subscribe(redraw), [holder]);
	return (
		<PlaceReader
			read={() => {
				setCursorPosition(holder.place());
			}}
		/>
	);
}

/** Reads the position after the fields have set it, and before `useCursor` of its parent passes it to Ink. */
function PlaceReader({read}: {readonly read: () => void}) {
	useInsertionEffect(read);
	return null;
}

/**
Reports the position of a text field's cursor.

@param column - Columns from the start of the field; undefined if the field has no cursor.
@returns The reference for the field's box.
*/
export function useCursorPlace(column: number | undefined): RefObject<DOMElement | null> {
	const holder = use(CursorContext);
	const box = useRef<DOMElement>(null);
	const origin = useRef<Place | undefined>(undefined);

	useInsertionEffect(() => {
		holder?.set(
			box,
			column === undefined || origin.current === undefined
				? undefined
				: {x: origin.current.x + column, y: origin.current.y},
		);
		return () => {
			holder?.set(box, undefined);
		};
	});

	// The layout is known once the frame has been drawn.
	useLayoutEffect(() => {
		const now = column === undefined || box.current === null ? undefined : placeOfElement(box.current);
		if (now === undefined || (now.x === origin.current?.x && now.y === origin.current.y)) {
			return;
		}

		origin.current = now;
		holder?.set(box, {x: now.x + column!, y: now.y});
		holder?.moved();
	});

	return box;
}
