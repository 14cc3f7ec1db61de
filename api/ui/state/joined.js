/**
 * Joins many calls into one, some time after the first of them.
 * @param {() => void} act @param {number} ms
 */
export function joined(act, ms) {
	let timer = 0;
	return {
		call() {
			timer ||= setTimeout(() => {
				timer = 0;
				act();
			}, ms);
		},
		stop() {
			clearTimeout(timer);
			timer = 0;
		},
	};
}
