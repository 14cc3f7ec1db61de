import {html} from '../parts/html.js';
import {Library} from './library.js';

/** @param {import('../state/route.js').ViewProps} props */
export const View = ({query}) => html`<${Library} kind="series" heading="Series" query=${query} />`;
