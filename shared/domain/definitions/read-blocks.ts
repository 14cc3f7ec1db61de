import type {Download, DownloadSelector, ErrorBlock, Filter, Login, Pairs, Selector} from './definition.ts';
import type {Place} from './tree.ts';

export function readInputs(place: Place): Pairs<string> {
	return place.pairs(each => each.text() ?? '');
}

export function readHeaders(place: Place): Pairs<string[]> {
	return place.pairs(each => each.texts());
}

export function readFilters(place: Place): Filter[] {
	return place.items().map(each => {
		const name = each.at('name').text();
		if (name === null) {
			each.fault('has no name');
		}
		return {name: name ?? '', args: each.at('args').texts()};
	});
}

export function readSelector(place: Place): Selector {
	const isText = typeof place.tree === 'string';
	const block = isText ? null : place;
	return {
		selector: block ? block.at('selector').text() : null,
		text: block?.at('text').text() ?? null,
		attribute: block?.at('attribute').text() ?? null,
		remove: block?.at('remove').text() ?? null,
		case: block && !block.at('case').isAbsent ? block.at('case').pairs(each => each.text() ?? '') : null,
		isOptional: block?.at('optional').flag() ?? false,
		default: block?.at('default').text() ?? null,
		filters: block ? readFilters(block.at('filters')) : [],
	};
}

export function readErrors(place: Place): ErrorBlock[] {
	return place.items().map(each => ({
		selector: each.at('selector').text() ?? '',
		message: each.at('message').isAbsent ? null : readSelector(each.at('message')),
	}));
}

const loginMethods = ['cookie', 'form', 'get', 'post', 'oneurl'];

export function readLogin(place: Place): Login | null {
	if (!place.isMap()) {
		return null;
	}
	const method = place.at('method').text() ?? 'form';
	if (!loginMethods.includes(method)) {
		place.fault(`${method} is no known method of a login`);
	}
	const captcha = place.at('captcha');
	return {
		method,
		path: place.at('path').text(),
		submitPath: place.at('submitpath').text(),
		form: place.at('form').text() ?? 'form',
		hasSelectors: place.at('selectors').flag(),
		inputs: readInputs(place.at('inputs')),
		selectorInputs: place.at('selectorinputs').pairs(readSelector),
		querySelectorInputs: place.at('getselectorinputs').pairs(readSelector),
		cookies: place.at('cookies').texts(),
		headers: readHeaders(place.at('headers')),
		errors: readErrors(place.at('error')),
		testPath: place.at('test').at('path').text(),
		testSelector: place.at('test').at('selector').text(),
		captcha: captcha.isMap()
			? {
					type: captcha.at('type').text() ?? 'image',
					selector: captcha.at('selector').text() ?? '',
					input: captcha.at('input').text() ?? '',
				}
			: null,
	};
}

function readDownloadSelector(place: Place): DownloadSelector {
	return {...readSelector(place), usesBeforeReply: place.at('usebeforeresponse').flag()};
}

const isPost = (place: Place) => place.at('method').text()?.toLowerCase() === 'post';

export function readDownload(place: Place): Download | null {
	if (!place.isMap()) {
		return null;
	}
	const [before, infoHash] = [place.at('before'), place.at('infohash')];
	// The first version of the format had one selector, which stood in the block itself.
	const single = place.at('selector').isAbsent ? [] : [readDownloadSelector(place)];
	return {
		isPost: isPost(place),
		headers: readHeaders(place.at('headers')),
		before: before.isMap()
			? {
					path: before.at('path').text(),
					isPost: isPost(before),
					inputs: readInputs(before.at('inputs')),
					querySeparator: before.at('queryseparator').text() ?? '&',
					pathSelector: before.at('pathselector').isAbsent ? null : readDownloadSelector(before.at('pathselector')),
				}
			: null,
		infoHash: infoHash.isMap()
			? {
					hash: readDownloadSelector(infoHash.at('hash')),
					title: readDownloadSelector(infoHash.at('title')),
					usesBeforeReply: infoHash.at('usebeforeresponse').flag(),
				}
			: null,
		selectors: [...place.at('selectors').items().map(readDownloadSelector), ...single],
	};
}
