import type {DOMElement} from 'ink';

/** The position of a cell in the frame, from 0. */
export type Place = {readonly x: number; readonly y: number};

/** The position of a drawn element in the frame. */
export function placeOfElement(element: DOMElement): Place {
	let [x, y] = [0, 0];
	for (let node: DOMElement | undefined = element; node !== undefined; node = node.parentNode) {
		x += node.yogaNode?.getComputedLeft() ?? 0;
		y += node.yogaNode?.getComputedTop() ?? 0;
	}

	return {x, y};
}
