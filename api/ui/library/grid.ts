/** Of a card, in pixels. */
interface CardMeasures {
	least: number;
	gap: number;
	textHeight: number;
}

/** Of a line as wide as the element, in pixels. */
interface LineMeasures {
	height: number;
}

export type Measures = CardMeasures | LineMeasures;

/** Width of the wall, pixels of it above the window, height of the window. */
export interface Sight {
	width: number;
	top: number;
	height: number;
}

export interface Layout {
	columns: number;
	rowHeight: number;
	/** Pixels of the element. */
	height: number;
	/** Index of the first card that is drawn. */
	first: number;
	/** Index behind the last one. */
	last: number;
	/** Pixels of the element above the first one. */
	offset: number;
	/** Rows pass by so many times as fast as the element: it cannot be as high as they are. */
	stretch: number;
}

/** Rows that are drawn above and below what is in view. */
const spare = 2;

/** Firefox draws nothing below 17.8 million pixels, Chromium nothing below 33.5 million of the screen's own. */
const maxPixels = (ratio: number) => Math.min(16_000_000, 30_000_000 / Math.max(1, ratio));

/** Where the cards of a long wall are, and which of them are in view. */
export function layoutOf(count: number, measures: Measures, {width, top, height: sightHeight, ratio}: Sight & {ratio: number}): Layout {
	const {columns, rowHeight, gap} = 'height' in measures ? {columns: 1, rowHeight: measures.height, gap: 0} : cardsIn(width, measures);
	const rows = Math.ceil(count / columns);
	const whole = Math.max(0, rows * rowHeight - gap);
	const height = Math.min(whole, Math.floor(maxPixels(ratio)));
	const stretch = whole > height ? (whole - sightHeight) / (height - sightHeight) : 1;
	const offset = top * stretch;
	const firstRow = Math.max(0, Math.min(Math.floor(offset / rowHeight), rows - 1) - spare);
	const lastRow = Math.min(rows, Math.ceil((offset + sightHeight) / rowHeight) + spare);
	const isDrawn = width > 0;
	return {
		columns,
		rowHeight,
		height,
		first: isDrawn ? firstRow * columns : 0,
		last: isDrawn ? Math.min(count, lastRow * columns) : 0,
		offset: Math.round(firstRow * rowHeight - offset + top),
		stretch,
	};
}

function cardsIn(width: number, {least, gap, textHeight}: CardMeasures) {
	const columns = Math.max(3, Math.floor((width + gap) / (least + gap)));
	const cardWidth = (width - gap * (columns - 1)) / columns;
	return {columns, rowHeight: Math.round(cardWidth * 1.5) + textHeight + gap, gap};
}

/** Pixels above the row of a card. */
export const topOf = (index: number, {columns, rowHeight, stretch}: Layout) => ((index / columns) * rowHeight) / stretch;
/** The card, and share of a card, below so many pixels. */
export const indexAt = (top: number, {columns, rowHeight, stretch}: Layout) => ((top * stretch) / rowHeight) * columns;
