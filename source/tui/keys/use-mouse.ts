import type {DOMElement} from 'ink';
import {useEffect, useEffectEvent, useRef, type RefObject} from 'react';
import type {MouseEvent} from '../../terminal/split-keys.ts';
import {useNavigation} from '../shared/navigation.ts';
import {placeOfElement} from '../shared/place-of-element.ts';
import {useSettings} from '../shared/use-settings.ts';
import {useKeySource} from './key-source-context.ts';

/** Calls `onEvent` for mouse events while the screen is on top, if the mouse is enabled in config.yaml. */
export function useMouse(onEvent: (event: MouseEvent) => void): void {
	const {isTop} = useNavigation();
	const {mouse = false} = useSettings();
	const source = useKeySource();
	const onEventNow = useEffectEvent(onEvent);
	useEffect(
		() =>
			isTop && mouse
				? source.onMouse(event => {
						onEventNow(event);
					})
				: undefined,
		[isTop, mouse, source],
	);
}

/**
Calls `onClick` when a cell of a box is clicked.

@param onClick - Called with the cell, relative to the box and from 0. It may move the cursor or show something, but never confirms.
@returns The reference for the box.
*/
export function useClick(onClick: (row: number, column: number) => void): RefObject<DOMElement | null> {
	const box = useRef<DOMElement>(null);
	useMouse(event => {
		if (event.kind !== 'press' || box.current === null) {
			return;
		}

		const {x, y} = placeOfElement(box.current);
		const [row, column] = [event.row - y, event.column - x];
		const {yogaNode} = box.current;
		if (
			row >= 0 &&
			column >= 0 &&
			row < (yogaNode?.getComputedHeight() ?? 0) &&
			column < (yogaNode?.getComputedWidth() ?? 0)
		) {
			onClick(row, column);
		}
	});

	return box;
}
