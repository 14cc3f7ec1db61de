import type {Page} from 'puppeteer';

/** Characters. A challenge shows what it is near the beginning, and a page may be of any size. */
const beginning = 520_000;

const script = `({
	html: document.documentElement ? document.documentElement.outerHTML.slice(0, ${beginning}) : '',
	isLoading: document.readyState === 'loading',
})`;

interface Beginning {
	html: string;
	/** True while the rest of the page is still loading. */
	isLoading: boolean;
}

/** Reads in puppeteer's isolated world, so that the page's scripts can neither see nor change it. */
export function readBeginning(page: Page): Promise<Beginning> {
	const frame = page.mainFrame() as unknown as {isolatedRealm(): {evaluate(script: string): Promise<Beginning>}}; // exists, but is missing from the types
	return frame.isolatedRealm().evaluate(script);
}
