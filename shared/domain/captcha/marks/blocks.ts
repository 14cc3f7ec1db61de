import type {Mark} from './mark.ts';

/** Blocks that look like a captcha. After the verdict `bv` DataDome still shows its picture, but no answer helps. */
export const finalBlockMarks: readonly Mark[] = [{finding: 'blocked', all: {script: ["'t':'bv'"], source: ['captcha-delivery.com/']}}];

/** Pages that block us. */
export const blockMarks: readonly Mark[] = [
	{finding: 'blocked', all: {titleStart: ['access denied', 'attention required! | cloudflare', 'sucuri website firewall - access denied']}},
	{finding: 'blocked', all: {id: ['cf-error-details'], class: ['cf-error-overview']}, refusedOnly: true},
	{finding: 'blocked', all: {class: ['cf-error-title']}, refusedOnly: true},
];

/** Cloudflare's error numbers for a blocked visitor. Its other numbers report server errors. */
export const blockCodes: ReadonlySet<number> = new Set([1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1015, 1020]);

/** Element ids of Cloudflare's error pages, old and new. */
export const edgeErrorIds = ['cf-error-details', 'cf-wrapper'];
export const edgeErrorClasses = ['cf-error-title', 'cf-error-details', 'cf-code-label', 'cf-error-code', 'cf-error-overview'];
