import {html} from '../parts/html.ts';
import {number} from '../parts/text.ts';
import {Item} from '../queue/item.ts';
import {useQueue} from '../queue/use-queue.ts';
import {to} from '../state/route.ts';
import {useImports} from '../state/use-imports.ts';

/**
 * What is being downloaded of a title, live; nothing if nothing is.
 * @param props `said`: above it.
 */
export function Downloads({
	filter,
	said,
	onImported,
}: {
	filter: {movieId?: string; seriesId?: string};
	said?: string | undefined;
	onImported: () => void;
}) {
	const queue = useQueue({...filter, limit: 20});
	const items = queue.data?.items ?? [];
	const others = (queue.data?.totalRecords ?? 0) - items.length;
	useImports(onImported, id => items.some(each => each.id === id));
	return (
		items.length > 0 &&
		html`<section class="downloads"><h2>Downloads</h2><ul class="rows">
			${items.map(item => html`<${Item} key=${item.id} item=${item} heading="h3" said=${said} onChange=${queue.reload} />`)}
		</ul>${others > 0 && html`<p class="hint"><a href=${to('queue')}>${number(others)} more in the queue</a></p>`}</section>`
	);
}
