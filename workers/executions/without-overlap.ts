/** Does nothing while the work that it started goes on: work that takes longer than its interval must not pile up. */
export function withoutOverlap(work: () => Promise<unknown>): () => void {
	let isBusy = false;
	return () => {
		if (!isBusy) {
			isBusy = true;
			void work().finally(() => {
				isBusy = false;
			});
		}
	};
}
