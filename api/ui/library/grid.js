/**
 * @typedef {{least: number, gap: number, textHeight: number}} CardMeasures Of a card, in pixels.
 * @typedef {{height: number}} LineMeasures Of a line as wide as the element, in pixels.
 * @typedef {CardMeasures | LineMeasures} Measures
 * @typedef {{width: number, top: number, height: number}} Sight Width of the wall, pixels of it above the window, height of the window.
 *
 * @typedef {object} Layout
 * @property {number} columns
 * @property {number} rowHeight
 * @property {number} height Pixels of the element.
 * @property {number} first Index of the first card that is drawn.
 * @property {number} last Index behind the last one.
 * @property {number} offset Pixels of the element above the first one.
 * @property {number} stretch Rows pass by so many times as fast as the element: it cannot be as high as they are.
 */

/** Rows that are drawn above and below what is in view. */
const spare = 2;

/** Firefox draws nothing below 17.8 million pixels, Chromium nothing below 33.5 million of the screen's own. @param {number} ratio */
const maxPixels = ratio => Math.min(16_000_000, 30_000_000 / Math.max(1, ratio));

/**
 * Where the cards of a long wall are, and which of them are in view.
 * @param {number} count @param {Measures} measures @param {Sight & {ratio: number}} sight
 * @returns {Layout}
 */
export function layoutOf(count, measures, {width, top, height: sightHeight, ratio}) {
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

/** @param {number} width @param {CardMeasures} measures */
function cardsIn(width, {least, gap, textHeight}) {
	const columns = Math.max(3, Math.floor((width + gap) / (least + gap)));
	const cardWidth = (width - gap * (columns - 1)) / columns;
	return {columns, rowHeight: Math.round(cardWidth * 1.5) + textHeight + gap, gap};
}

/** Pixels above the row of a card. @param {number} index @param {Layout} layout */
export const topOf = (index, {columns, rowHeight, stretch}) => ((index / columns) * rowHeight) / stretch;
/** The card, and share of a card, below so many pixels. @param {number} top @param {Layout} layout */
export const indexAt = (top, {columns, rowHeight, stretch}) => ((top * stretch) / rowHeight) * columns;
