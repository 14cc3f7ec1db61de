import {html} from '../parts/html.js';
import {Library} from './library.js';

const sorts = [
	{value: 'title:asc', label: 'Title'},
	{value: 'createdAt:desc', label: 'Recently added'},
	{value: 'year:desc', label: 'Newest'},
	{value: 'year:asc', label: 'Oldest'},
	{value: 'metaRating:desc', label: 'Best rated'},
];

/** @param {import('../state/route.js').ViewProps} props */
export const View = ({query}) => html`<${Library} kind="movies" heading="Movies" query=${query} sorts=${sorts} />`;
