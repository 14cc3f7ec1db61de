import {createStore} from './store.js';

/**
 * @typedef {{label: string, run: () => unknown}} NoticeAction
 * @typedef {{id: number, text: string, isError: boolean, about: string | undefined, action: NoticeAction | undefined}} Notice
 * It takes the place of an earlier one that is `about` the same.
 */

const noticeMs = 6_000;
/** Milliseconds to decide whether something is undone. */
const decideMs = 20_000;
/** Older ones give way. */
const maxNotices = 3;

/** What people are told for a while, wherever they are. */
export function createNotices() {
	const notices = createStore(/** @type {readonly Notice[]} */ ([]));
	let last = 0;

	/** @param {string} text @param {{isError?: boolean, about?: string, action?: NoticeAction}} [options] */
	function notify(text, {isError = false, about, action} = {}) {
		last += 1;
		const notice = {id: last, text, isError, about, action};
		const others = notices.get().filter(each => about === undefined || each.about !== about);
		notices.set([...others, notice].slice(-maxNotices));
		setTimeout(() => dismiss(notice.id), action ? decideMs : isError ? noticeMs * 2 : noticeMs);
	}

	/** @param {number} id */
	function dismiss(id) {
		notices.set(notices.get().filter(notice => notice.id !== id));
	}

	return {notices, notify, dismiss};
}
