import type {Page} from 'puppeteer';

/** Characters: a challenge says what it is at its beginning, and a page may be as large as it likes. */
const beginning = 520_000;

const script = `({
	html: document.documentElement ? document.documentElement.outerHTML.slice(0, ${beginning}) : '',
	isLoading: document.readyState === 'loading',
})`;

interface Beginning {
	html: string;
	/** The rest is still to come. */
	isLoading: boolean;
}

/**
 * Read where puppeteer's own functions read: in a world beside that of the page, whose scripts can neither see nor
 * change what we ask.
 */
export function readBeginning(page: Page): Promise<Beginning> {
	const frame = page.mainFrame() as unknown as {isolatedRealm(): {evaluate(script: string): Promise<Beginning>}}; // there, but not among its types
	return frame.isolatedRealm().evaluate(script);
}
