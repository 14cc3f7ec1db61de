import type {Download, DownloadSelector, ErrorBlock, Filter, Login, Pairs, Selector} from './definition.ts';
import type {DefinitionNode} from './tree.ts';

export function readInputs(node: DefinitionNode): Pairs<string> {
	return node.pairs(each => each.text() ?? '');
}

export function readHeaders(node: DefinitionNode): Pairs<string[]> {
	return node.pairs(each => each.texts());
}

export function readFilters(node: DefinitionNode): Filter[] {
	return node.items().map(each => {
		const name = each.at('name').text();
		if (name === null) {
			each.fault('has no name');
		}
		return {name: name ?? '', args: each.at('args').texts()};
	});
}

export function readSelector(node: DefinitionNode): Selector {
	const isText = typeof node.tree === 'string';
	const block = isText ? null : node;
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

export function readErrors(node: DefinitionNode): ErrorBlock[] {
	return node.items().map(each => ({
		selector: each.at('selector').text() ?? '',
		message: each.at('message').isAbsent ? null : readSelector(each.at('message')),
	}));
}

const loginMethods = ['cookie', 'form', 'get', 'post', 'oneurl'];

export function readLogin(node: DefinitionNode): Login | null {
	if (!node.isMap()) {
		return null;
	}
	const method = node.at('method').text() ?? 'form';
	if (!loginMethods.includes(method)) {
		node.fault(`${method} is no known method of a login`);
	}
	const captcha = node.at('captcha');
	return {
		method,
		path: node.at('path').text(),
		submitPath: node.at('submitpath').text(),
		form: node.at('form').text() ?? 'form',
		hasSelectors: node.at('selectors').flag(),
		inputs: readInputs(node.at('inputs')),
		selectorInputs: node.at('selectorinputs').pairs(readSelector),
		querySelectorInputs: node.at('getselectorinputs').pairs(readSelector),
		cookies: node.at('cookies').texts(),
		headers: readHeaders(node.at('headers')),
		errors: readErrors(node.at('error')),
		testPath: node.at('test').at('path').text(),
		testSelector: node.at('test').at('selector').text(),
		captcha: captcha.isMap()
			? {
					type: captcha.at('type').text() ?? 'image',
					selector: captcha.at('selector').text() ?? '',
					input: captcha.at('input').text() ?? '',
				}
			: null,
	};
}

function readDownloadSelector(node: DefinitionNode): DownloadSelector {
	return {...readSelector(node), usesBeforeReply: node.at('usebeforeresponse').flag()};
}

const isPost = (node: DefinitionNode) => node.at('method').text()?.toLowerCase() === 'post';

export function readDownload(node: DefinitionNode): Download | null {
	if (!node.isMap()) {
		return null;
	}
	const [before, infoHash] = [node.at('before'), node.at('infohash')];
	// The first version of the format had one selector, which stood in the block itself.
	const single = node.at('selector').isAbsent ? [] : [readDownloadSelector(node)];
	return {
		isPost: isPost(node),
		headers: readHeaders(node.at('headers')),
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
		selectors: [...node.at('selectors').items().map(readDownloadSelector), ...single],
	};
}
