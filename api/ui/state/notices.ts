import {createStore} from './store.ts';

export interface NoticeAction {
	label: string;
	run: () => unknown;
}

/** It takes the place of an earlier one that is `about` the same. */
interface Notice {
	id: number;
	text: string;
	isError: boolean;
	about: string | undefined;
	action: NoticeAction | undefined;
}

const noticeMs = 6_000;
/** Milliseconds to decide whether something is undone. */
const decideMs = 20_000;
/** Older ones give way. */
const maxNotices = 3;

/** What people are told for a while, wherever they are. */
export function createNotices() {
	const notices = createStore<readonly Notice[]>([]);
	let last = 0;

	function notify(text: string, {isError = false, about, action}: {isError?: boolean; about?: string; action?: NoticeAction} = {}) {
		last += 1;
		const notice = {id: last, text, isError, about, action};
		const others = notices.get().filter(each => about === undefined || each.about !== about);
		notices.set([...others, notice].slice(-maxNotices));
		setTimeout(() => dismiss(notice.id), action ? decideMs : isError ? noticeMs * 2 : noticeMs);
	}

	function dismiss(id: number) {
		notices.set(notices.get().filter(notice => notice.id !== id));
	}

	return {notices, notify, dismiss};
}
