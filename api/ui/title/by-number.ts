import {useEffect} from 'preact/hooks';
import {Loaded} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

interface Found {
	results: {id: string | null}[];
}

/**
 * Leads from a link of another program, which knows a title by its number at the metadata provider, to the title. One
 * that is not there can be added.
 */
function ByNumber({kind, number}: {kind: 'movies' | 'series'; number: string}) {
	const asked = encodeURIComponent(`tmdb:${number}`);
	const found: Data<Found> = useData(`api/lookup/${kind}?query=${asked}`);
	useEffect(() => {
		if (found.data) {
			const id = found.data.results[0]?.id;
			location.replace(to(id ? `${kind}/${id}` : `add?kind=${kind}&title=${asked}`));
		}
	}, [found.data]);
	return html`<${Loaded} from=${found}>${() => null}<//>`;
}

export const MovieByNumber = ({params}: ViewProps) => html`<${ByNumber} kind="movies" number=${params['number'] ?? ''} />`;
export const SeriesByNumber = ({params}: ViewProps) => html`<${ByNumber} kind="series" number=${params['number'] ?? ''} />`;
