import {html} from '../parts/html.js';
import {Library} from './library.js';

const sorts = [
	{value: 'title:asc', label: 'Title'},
	{value: 'createdAt:desc', label: 'Recently added'},
	{value: 'nextAiring:asc', label: 'Airs next'},
	{value: 'year:desc', label: 'Newest'},
	{value: 'metaRating:desc', label: 'Best rated'},
];

/** @param {import('../state/route.js').ViewProps} props */
export const View = ({query}) => html`<${Library} kind="series" heading="Series" query=${query} sorts=${sorts} />`;
