import {useEffect} from 'preact/hooks';
import {Loaded} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';

/** @typedef {{results: {id: string | null}[]}} Found */

/**
 * Leads from a link of another program, which knows a title by its number at the metadata provider, to the title. One
 * that is not there can be added.
 * @param {{kind: 'movies' | 'series', number: string}} props
 */
function ByNumber({kind, number}) {
	const asked = encodeURIComponent(`tmdb:${number}`);
	/** @type {import('../state/use-data.js').Data<Found>} */
	const found = useData(`api/lookup/${kind}?query=${asked}`);
	useEffect(() => {
		if (found.data) {
			const id = found.data.results[0]?.id;
			location.replace(to(id ? `${kind}/${id}` : `add?kind=${kind}&title=${asked}`));
		}
	}, [found.data]);
	return html`<${Loaded} from=${found}>${() => null}<//>`;
}

/** @param {import('../state/route.js').ViewProps} props */
export const MovieByNumber = ({params}) => html`<${ByNumber} kind="movies" number=${params['number'] ?? ''} />`;
/** @param {import('../state/route.js').ViewProps} props */
export const SeriesByNumber = ({params}) => html`<${ByNumber} kind="series" number=${params['number'] ?? ''} />`;
