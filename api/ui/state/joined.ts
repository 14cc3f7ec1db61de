/** Acts at once, and joins the calls that come soon after into one. */
export function joined(act: () => void, ms: number) {
	let timer = 0;
	let isAsked = false;
	const now = () => {
		isAsked = false;
		timer = setTimeout(() => {
			timer = 0;
			if (isAsked) {
				now();
			}
		}, ms);
		act();
	};
	return {
		call() {
			isAsked = true;
			if (!timer) {
				now();
			}
		},
		stop() {
			clearTimeout(timer);
			timer = 0;
			isAsked = false;
		},
	};
}
