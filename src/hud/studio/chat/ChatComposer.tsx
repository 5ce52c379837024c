import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  type ChatMessage,
  IMAGE_TYPES,
  MAX_MESSAGE_CHARACTERS,
} from '../../../data/contract/chat.ts';
import { addPictures } from '../../../data/rules/jam/chatView.ts';
import { useEngine } from '../../EngineContext.tsx';
import { Button, IconButton } from '../../system/Button.tsx';
import { TextArea } from '../../system/TextField.tsx';
import styles from './Chat.module.css';
import type { ChatFeed } from './useChatFeed.ts';
import { useVoiceRecorder } from './useVoiceRecorder.ts';

/** A rifff that may be shown in the talk. */
export interface ShownCard {
  jamId: string;
  rifffId: string;
  title: string;
}

interface ChatComposerProps {
  feed: ChatFeed;
  /** Guests and pupils write words only. */
  isWordsOnly: boolean;
  /** The message that is answered, if one is. */
  replyTo: ChatMessage | null;
  onReplyEnd(): void;
  /** A rifff that can be shown as a card. */
  card: ShownCard | null;
  /** When a voice message ends by itself, in seconds; left out: as long as one may be. */
  longestVoiceSec?: number;
}

const NOT_KEPT = 'This could not be kept on this device, and was not sent.';

/** `1:05` */
const clock = (sec: number) => `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;

/** The field for a new message: words, several pictures at once, or a voice message recorded here. */
export function ChatComposer(props: ChatComposerProps) {
  const { feed, isWordsOnly, replyTo, onReplyEnd, card, longestVoiceSec } = props;
  const engine = useEngine();
  const [isShowing, setShowing] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [isMaking, setMaking] = useState(false);
  const [text, setText] = useState('');
  const [images, setImages] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const recorder = useVoiceRecorder(async (recorded) => {
    setMaking(true);
    try {
      // As a server takes it, whatever this browser records.
      const voice = await (await engine.studio()).encodeTrack(new File([recorded], 'voice'));
      const saying = { text: '', images: [], voice, replyTo: null, rifff: null };
      feed.say(saying).catch(() => setTrouble(NOT_KEPT));
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    } finally {
      setMaking(false);
    }
  }, longestVoiceSec);
  const words = text.trim();
  // A card goes with words; a title stands in for them.
  const isCard = isShowing && card !== null && images.length === 0 && replyTo === null;
  const isEmpty = words === '' && images.length === 0 && !isCard;
  const send = () => {
    if (isEmpty) return;
    setText('');
    setImages([]);
    onReplyEnd();
    setShowing(false);
    setTrouble('');
    const saying = {
      text: words || (isCard ? card.title : ''),
      images,
      voice: null,
      replyTo: images.length > 0 ? null : (replyTo?.id ?? null),
      rifff: isCard ? { jamId: card.jamId, rifffId: card.rifffId } : null,
    };
    feed.say(saying).catch(() => {
      // If the device could not store the message, its text is put back into the field.
      setText((since) => [text, since].filter(Boolean).join('\n'));
      setImages((since) => addPictures(images, since).pictures);
      setTrouble(NOT_KEPT);
    });
  };
  const addImages = (files: readonly File[]) => {
    const { pictures, trouble: reason } = addPictures(images, files);
    setImages(pictures);
    setTrouble(reason);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a character, Enter belongs to the input method.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && replyTo) onReplyEnd();
  };
  if (recorder.state !== 'idle') {
    return (
      <div className="row gap8">
        <p className="grow" role="status">
          {recorder.state === 'asking' ? 'Asking for the microphone' : 'Recording'}
        </p>
        <span aria-hidden="true">{clock(recorder.seconds)}</span>
        <Button size="sm" variant="bare" onClick={recorder.cancel}>
          Throw away
        </Button>
        <Button
          size="sm"
          variant="filled"
          disabled={recorder.state === 'asking'}
          onClick={recorder.finish}
        >
          Send
        </Button>
      </div>
    );
  }
  return (
    <form
      className={`grid gap8 rigid columns1 ${styles.composer}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo && (
        <p className="row gap8 t13">
          <span className="grow truncate">Reply to {replyTo.displayName}</span>
          <IconButton icon="close" size="xxs" label="Do not reply" onClick={onReplyEnd} />
        </p>
      )}
      {images.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen pictures">
          {images.map((image, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one may be chosen twice
            <li key={at} className="t13">
              <span className="truncate">{image.name}</span>
              <IconButton
                icon="close"
                size="xxs"
                label={`Leave ${image.name} out`}
                onClick={() => setImages(images.filter((_, place) => place !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label="Message"
        isLabelHidden
        placeholder="Say something"
        rows={1}
        maxLength={MAX_MESSAGE_CHARACTERS}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="wrap row gap8">
        {card && replyTo === null && images.length === 0 && (
          <Button
            size="xs"
            aria-pressed={isShowing}
            variant={isShowing ? 'filled' : 'outlined'}
            onClick={() => setShowing(!isShowing)}
          >
            Show {card.title}
          </Button>
        )}
        {!isWordsOnly && replyTo === null && !isCard && (
          <>
            <input
              ref={input}
              type="file"
              accept={IMAGE_TYPES.join(',')}
              multiple
              hidden
              onChange={(event) => {
                addImages([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
            <IconButton icon="plus" label="Add pictures" onClick={() => input.current?.click()} />
            <IconButton
              icon="microphone"
              label="Record a voice message"
              disabled={isMaking}
              onClick={() => {
                setTrouble('');
                recorder.start();
              }}
            />
          </>
        )}
        {/* Not `disabled`: after sending it keeps the focus of the keyboard. */}
        <Button type="submit" size="sm" className="push" aria-disabled={isEmpty || undefined}>
          Send
        </Button>
      </div>
      {isMaking && (
        <p className="t13 muted" role="status">
          Making the voice message ready to send
        </p>
      )}
      {(recorder.trouble || trouble) && (
        <p className="t13" role="alert">
          {[recorder.trouble, trouble].filter(Boolean).join(' ')}
        </p>
      )}
    </form>
  );
}
