import type {ElementHandle, Frame, Page} from 'puppeteer';

interface Point {
	x: number;
	y: number;
}

/** What a person would click on a challenge page. */
const controls = [
	'input[type="checkbox"]',
	'[role="checkbox"]',
	'#cf-norobot-container input[type="button"]',
	'#challenge-stage input[type="button"]',
	'input.big-button',
].join(', ');
/** The checkbox of these is hidden in a closed shadow root, but it is always on the left. */
const frames = 'iframe[src*="/turnstile/"], iframe[src*="challenges."], iframe[title*="challenge" i], iframe[title*="widget" i]';
const containers = '.cf-turnstile, #turnstile-wrapper, #cf-turnstile, [id^="cf-chl-widget"]';
const words = /\b(?:verify|human|robot|continue|proceed)\b/i;
const fromLeft = 30;

/**
 * Clicks what the challenge asks for, with human-like mouse movement. Returns whether there was anything to click. Each
 * `attempt` begins with another way of finding it.
 */
export async function pressWidget(page: Page, attempt: number): Promise<boolean> {
	const ways = [inFrames, onFrame, onContainer, onButton];
	for (let tried = 0; tried < ways.length; tried += 1) {
		const point = await ways[(attempt + tried) % ways.length]!(page).catch(() => null); // the remainder is always a valid index
		if (point) {
			await press(page, point);
			return true;
		}
	}
	return false;
}

/** Other frames come first, because the widget is inside one of them. */
async function inFrames(page: Page): Promise<Point | null> {
	const main = page.mainFrame();
	for (const frame of [...page.frames().filter(each => each !== main), main]) {
		const point = await middleOf(await shown(frame, controls));
		if (point) {
			return point;
		}
	}
	return null;
}

async function onFrame(page: Page): Promise<Point | null> {
	return leftOf(await shown(page.mainFrame(), frames));
}

async function onContainer(page: Page): Promise<Point | null> {
	return leftOf(await shown(page.mainFrame(), containers));
}

async function onButton(page: Page): Promise<Point | null> {
	for (const handle of await page.$$('button, input[type="button"], input[type="submit"], [role="button"], label')) {
		const text = await handle.evaluate(element => {
			const {textContent, value} = element as unknown as {textContent: string | null; value?: string}; // runs in the page
			return String(textContent || value || '').slice(0, 200);
		});
		if (words.test(text) && (await handle.boundingBox())) {
			return middleOf(handle);
		}
	}
	return null;
}

async function shown(frame: Frame, selector: string): Promise<ElementHandle | null> {
	for (const handle of await frame.$$(selector).catch(() => [])) {
		if (await handle.boundingBox().catch(() => null)) {
			return handle;
		}
	}
	return null;
}

async function middleOf(handle: ElementHandle | null): Promise<Point | null> {
	const box = await handle?.boundingBox();
	return box ? {x: box.x + box.width * (0.4 + Math.random() * 0.2), y: box.y + box.height * (0.4 + Math.random() * 0.2)} : null;
}

async function leftOf(handle: ElementHandle | null): Promise<Point | null> {
	const box = await handle?.boundingBox();
	return box ? {x: box.x + Math.min(fromLeft, box.width / 2), y: box.y + box.height / 2} : null;
}

/** Milliseconds between pressing and releasing the mouse button. */
const heldMs = 60;

async function press(page: Page, {x, y}: Point): Promise<void> {
	await page.mouse.move(x - 80 - Math.random() * 60, y + 40 + Math.random() * 40, {steps: 4});
	await page.mouse.move(x + 3, y - 2, {steps: 9});
	await page.mouse.move(x, y, {steps: 2});
	await page.mouse.click(x, y, {delay: heldMs + Math.random() * heldMs});
}
