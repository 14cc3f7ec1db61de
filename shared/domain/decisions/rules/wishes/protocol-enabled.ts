import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

export const protocolEnabled: Rule = ({release: {protocol}}, {settings: {delay}}) =>
	delay.disabledProtocols?.includes(protocol) ? rejected(`The delay profile of the title takes no ${protocol} releases`) : null;
