import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  type ChatMessage,
  MAX_IMAGES,
  MAX_MESSAGE_CHARACTERS,
} from '../../../data/contract/chat.ts';
import { notify } from '../../../data/stores/ui.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { TextArea } from '../../system/TextField.tsx';
import styles from './Chat.module.css';
import type { ChatFeed } from './useChatFeed.ts';
import { useVoiceRecorder } from './useVoiceRecorder.ts';

interface ChatComposerProps {
  feed: ChatFeed;
  /** Guests write words only. */
  isGuest: boolean;
  /** The message that is answered, if one is. */
  replyTo: ChatMessage | null;
  onReplyEnd(): void;
}

/** `1:05` */
const clock = (sec: number) => `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;

/** Where something is said: words, several pictures at once, or a voice message recorded here. */
export function ChatComposer({ feed, isGuest, replyTo, onReplyEnd }: ChatComposerProps) {
  const [text, setText] = useState('');
  const [images, setImages] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const recorder = useVoiceRecorder((voice) => {
    void feed.say({ text: '', images: [], voice, replyTo: null });
  });
  const words = text.trim();
  const isEmpty = words === '' && images.length === 0;
  const send = () => {
    if (isEmpty) return;
    setText('');
    setImages([]);
    onReplyEnd();
    void feed.say({ text: words, images, voice: null, replyTo: replyTo?.id ?? null });
  };
  const addImages = (files: readonly File[]) => {
    const all = [...images, ...files];
    if (all.length > MAX_IMAGES) notify(`At most ${MAX_IMAGES} pictures at once.`);
    setImages(all.slice(0, MAX_IMAGES));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a script composes a letter, Enter belongs to it.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && replyTo) onReplyEnd();
  };
  if (recorder.state !== 'idle') {
    return (
      <div className={styles.recording}>
        <p role="status">
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
      className={styles.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo && (
        <p className={`${styles.replying} t13`}>
          <span className="truncate">Reply to {replyTo.displayName}</span>
          <IconButton icon="close" size="xxs" label="No reply" onClick={onReplyEnd} />
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
      <div className={styles.tools}>
        {!isGuest && replyTo === null && (
          <>
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              multiple
              hidden
              onChange={(event) => {
                addImages([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
            <IconButton icon="plus" label="Add pictures" onClick={() => input.current?.click()} />
            <IconButton icon="microphone" label="Record a voice message" onClick={recorder.start} />
          </>
        )}
        <Button type="submit" size="sm" disabled={isEmpty}>
          Send
        </Button>
      </div>
      {recorder.trouble && (
        <p className="t13" role="alert">
          {recorder.trouble}
        </p>
      )}
    </form>
  );
}
